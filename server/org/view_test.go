package org_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/kit/page"
	"lading/server/org"
	"lading/server/store"
)

func TestViews_SharedByNameSeenByWhomThePageIsOpen(t *testing.T) {
	k := world(t)
	ada := store.Actor{User: "U1", Name: "Ada", Pages: page.Set{page.OpenOrders: true}}
	bob := store.Actor{User: "U2", Name: "Bob", Pages: page.Set{page.OpenOrders: true}}
	dan := store.Actor{User: "U3", Name: "Dan", Pages: page.Set{page.ESignBOL: true}}
	as := func(by store.Actor, do func(ctx context.Context, tx *store.Tx) error) (err error) {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			tx.By = by
			err = do(ctx, tx)
			return nil
		})
		return err
	}
	seen := func(by store.Actor) (views []org.View) {
		if err := as(by, func(ctx context.Context, tx *store.Tx) (err error) {
			views, err = k.App.Org.Views(ctx, tx, org.ViewsReq{List: "open-orders"})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return views
	}
	share := func(by store.Actor, name, view string) error {
		req := org.ShareReq{List: "open-orders", Name: name, Page: int64(page.OpenOrders), View: view}
		if bad := req.Check(); len(bad) > 0 {
			t.Fatal(bad)
		}
		return as(by, func(ctx context.Context, tx *store.Tx) error {
			_, err := k.App.Org.ShareView(ctx, tx, req)
			return err
		})
	}
	if err := share(ada, " Late in ATL ", `{"ids":[]}`); err != nil {
		t.Fatal(err)
	}
	if got := seen(bob); len(got) != 1 || got[0].Name != "Late in ATL" || got[0].ByName != "Ada" {
		t.Fatalf("a colleague sees %+v", got)
	}
	if got := seen(dan); len(got) != 0 {
		t.Errorf("who may not open the page sees %+v", got)
	}
	if err := share(dan, "Mine", `{}`); codeOf(err) != "view-not-yours" {
		t.Errorf("shared for a page that is not open: %v", err)
	}
	if err := share(bob, "Late in ATL", `{"ids":["1"]}`); codeOf(err) != "view-name-taken" {
		t.Errorf("somebody else's name: %v", err)
	}
	if err := share(ada, "Late in ATL", `{"ids":["2"]}`); err != nil || seen(bob)[0].View != `{"ids":["2"]}` {
		t.Errorf("shared anew: %v, %+v", err, seen(bob))
	}
	back := func(by store.Actor) error {
		id := org.ViewReq{ID: "gone"}
		if v := seen(ada); len(v) > 0 {
			id.ID = v[0].ID
		}
		return as(by, func(ctx context.Context, tx *store.Tx) error {
			_, err := k.App.Org.UnshareView(ctx, tx, id)
			return err
		})
	}
	if err := back(bob); codeOf(err) != "view-not-yours" {
		t.Errorf("somebody else takes it back: %v", err)
	}
	for range 2 { // a repeat is harmless
		if err := back(ada); err != nil || len(seen(bob)) != 0 {
			t.Errorf("taken back: %v, %+v", err, seen(bob))
		}
	}
	bad := org.ShareReq{List: "x", Name: "  ", View: "{}"}
	worse := org.ShareReq{List: "x", Name: "n", View: "[1]"}
	none := org.ShareReq{List: "x", Name: "n", View: "null"}
	if len(bad.Check()) != 1 || len(worse.Check()) != 1 || len(none.Check()) != 1 {
		t.Error("a view without a name, or one that no screen can read, is taken")
	}
}

func TestViews_AreBoundForAPersonWhateverListsAreNamed(t *testing.T) {
	k := world(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		tx.By = store.Actor{User: "U1", Name: "Ada", Pages: page.Set{page.OpenOrders: true}}
		share := func(n int) error {
			_, err := k.App.Org.ShareView(ctx, tx, org.ShareReq{List: fmt.Sprint("list ", n), Name: "n", Page: int64(page.OpenOrders), View: "{}"})
			return err
		}
		for n := range 100 {
			if err := share(n); err != nil {
				t.Fatal(err)
			}
		}
		if err := share(100); codeOf(err) != "view-too-many-yours" {
			t.Errorf("one more list: %v", err)
		}
		if err := share(7); err != nil {
			t.Errorf("one that is shared anew: %v", err)
		}
		return nil
	})
}
