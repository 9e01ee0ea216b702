package op_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

type shipReq struct {
	First  string   `json:"First"`
	Others []string `json:"Others"`
}

func TestSubjects_AListNamesEachOfItsThings(t *testing.T) {
	ship := op.Command("Test/Ship", func(context.Context, *store.Tx, shipReq) (op.None, error) { return op.None{}, nil }, right.Receive).
		Offline(op.Subject("purchase", "First"), op.Subject("purchase", "Others"))
	if got := ship.Subjects(&shipReq{First: "A", Others: []string{"B", "C"}}); !slices.Equal(got, []string{"purchase:A", "purchase:B", "purchase:C"}) {
		t.Errorf("several: %v", got)
	}
	if got := ship.Subjects(&shipReq{First: "A"}); !slices.Equal(got, []string{"purchase:A"}) {
		t.Errorf("one alone: %v", got)
	}
}
