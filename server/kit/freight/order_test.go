package freight

import "testing"

// A carrier is told all that the bill will state of a hazardous line.
func TestHazmat_LineSaysAllThatTheBillStates(t *testing.T) {
	h := Hazmat{UN: "UN1133", ProperName: "Adhesives", TechnicalName: "contains Xylene", Class: "3", Subsidiary: "6.1", PackingGroup: "II"}
	if got, want := h.Line(), "UN1133, Adhesives (contains Xylene), 3 (6.1), PG II"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	h.ReportableQty, h.LimitedQty, h.MarinePoll = true, true, true
	if got, want := h.Line(), "RQ, UN1133, Adhesives (contains Xylene), 3 (6.1), PG II, Ltd Qty, Marine Pollutant"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
