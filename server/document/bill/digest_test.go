package bill

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden digests anew")

// golden is read by the device's tests too: both sides must name the same bill by the same digest.
const golden = "../../../sync/testdata/bill-digest.json"

type digestCase struct {
	Name      string `json:"name"`
	Bill      Bill   `json:"bill"`
	Canonical string `json:"canonical"`
	Digest    string `json:"digest"`
}

func digestCases() []digestCase {
	odd := sample()
	odd.Instructions = "Quote \" back\\slash / <b>&amp;</b> tab\t line\n bell\a del\x7f bs\b ff\f cr\r é ñ 漢 🚚 \u2028 \u2029"
	odd.Orders = []Order{{}, {Number: "0"}}
	odd.Cod = &Cod{}
	odd.Exceptions = []string{"", "short 1"}
	cases := []digestCase{{Name: "empty"}, {Name: "ordinary", Bill: sample()}, {Name: "signed", Bill: signed()}, {Name: "odd texts and blank members", Bill: odd}, {Name: "long", Bill: long(8)}}
	for i := range cases {
		for j := range cases[i].Bill.Signatures {
			cases[i].Bill.Signatures[j].Image = nil // not signed, and heavy
		}
		cases[i].Canonical, cases[i].Digest = string(Canonical(cases[i].Bill)), Digest(cases[i].Bill)
	}
	return cases
}

func TestDigest_Golden(t *testing.T) {
	now := new(bytes.Buffer)
	enc := json.NewEncoder(now)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(digestCases()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(then, now.Bytes()) {
		t.Error("a digest changed: bills that were signed before would no longer match")
	}
	var read []digestCase // and from the file, as a device reads it
	if err := json.Unmarshal(then, &read); err != nil {
		t.Fatal(err)
	}
	for _, c := range read {
		if got := Digest(c.Bill); got != c.Digest {
			t.Errorf("%s: digest of the bill read back is %s, want %s", c.Name, got, c.Digest)
		}
	}
}

func TestDigest_NamesWhatIsSigned(t *testing.T) {
	b := sample()
	d := Digest(b)
	b.Signatures = signed().Signatures
	if Digest(b) != d {
		t.Error("signing changed the digest of what was signed")
	}
	b.Lines[0].Units++
	if Digest(b) == d {
		t.Error("a pallet more, the same digest")
	}
	var fromJSON Bill // an empty list and none, null and absent are the same blank box
	raw, _ := json.Marshal(sample())
	if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(`"underlying":null`), []byte(`"underlying":[]`)), &fromJSON); err != nil {
		t.Fatal(err)
	}
	if Digest(fromJSON) != d {
		t.Error("an empty list changed the digest")
	}
}
