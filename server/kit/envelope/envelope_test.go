package envelope

import (
	"encoding/json"
	"os"
	"testing"
)

func TestRead_OneTextHasOneReading(t *testing.T) {
	raw, err := os.ReadFile("../../../sync/testdata/envelope.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Text string
		Sound      bool
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 15 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if s, err := Read(c.Text); (err == nil) != c.Sound || c.Sound && (s.User != "U1" || s.Device == "" || s.AtRaw == "") {
			t.Errorf("%s: %+v, %v", c.Name, s, err)
		}
	}
}

func TestCheck_TakesWhatADeviceSends(t *testing.T) {
	const sent = `{ "seq":1, "id":"01ARZ3NDEKTSV4RRFFQ69G5FAV", "op":"A/B", "args":{}, "subjects":[], "at":"", "atRaw":"", "user":"U1", "replaces":7, "replacesDevice":"D", "sig":"x" }`
	if err := Check([]byte(sent)); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"\"a\"", "1", "{}{}", "{", "", " ", "{\"seq\":1\xff}", `{"seq":1,"SEQ":2}`, `{"seq":1,"seq":2}`, "[]"} {
		if Check([]byte(bad)) == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
