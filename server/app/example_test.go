package app_test

import (
	"bytes"
	"reflect"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// The page of calls shows a request for each, and the OpenAPI document has it: its names are the call's, and its values of the right kinds.
func TestExample_EveryCallIsShownWithARequestThatItReads(t *testing.T) {
	k := testkit.New(t)
	shown, whole := 0, 0
	for _, o := range k.App.Registry.All() {
		body, err := json.Marshal(op.Example(o.Req))
		if err != nil {
			t.Fatalf("%s: %v", o.Path, err)
		}
		shown++
		_, err = op.Decode(o, body, nil)
		if err == nil {
			whole++
			continue
		}
		f, ok := fail.As(err)
		if !ok || f.Status != 422 {
			t.Errorf("%s is not read: %v\n%s", o.Path, err, body)
			continue
		}
		// what is left is a format of the trade, such as a container's number: names and kinds of values are the call's
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		if err := d.Decode(reflect.New(o.Req).Interface()); err != nil {
			t.Errorf("%s: %v\n%s", o.Path, err, body)
		}
	}
	if shown < 300 || whole < shown*8/10 {
		t.Errorf("of %d examples only %d pass every rule of their call", shown, whole)
	}
	t.Logf("%d of %d examples pass every rule", whole, shown)
}
