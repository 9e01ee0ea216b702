package bill

import (
	"io"
	"testing"
)

// A signed bill of twenty lines, in its usual three copies: what a dock waits for after the signature.
func BenchmarkRender20Lines(b *testing.B) {
	of := long(20)
	of.Signatures = signed().Signatures
	for b.Loop() {
		if err := Render(of, "es", io.Discard, ShipperCopy, CarrierCopy, ConsigneeCopy); err != nil {
			b.Fatal(err)
		}
	}
}
