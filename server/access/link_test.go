package access_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/store"
)

func TestLinkOpenings_AreThoseOfOneEndOverAllItsLinks(t *testing.T) {
	w := newWorld(t)
	open := func(kind, object, agent string, times int) {
		t.Helper()
		w.write("1", func(ctx context.Context, tx *store.Tx) error {
			l, err := w.app.Access.MailLink(ctx, tx, kind, object, "ATL", w.now.Add(time.Hour))
			for range times {
				if err == nil {
					err = w.app.Access.CountOpening(ctx, tx, l.ID, agent, "192.0.2.1")
				}
			}
			return err
		})
		w.pass(time.Minute)
	}
	began := w.now
	open("tender", "S1", "phone", 2)
	open("tender", "S1", "desk", 1)
	open("tender", "S1", "phone", 3) // the third link to the same end
	open("tender", "S2", "phone", 5)
	open("quote", "S1", "phone", 7)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := w.app.Access.LinkOpenings(ctx, tx, "tender", "S1")
		got := ""
		for _, o := range list {
			got += fmt.Sprintf("%s %d %v-%v; ", o.Agent, o.Times, o.FirstAt.Sub(began), o.LastAt.Sub(began))
		}
		if got != "phone 5 0s-2m0s; desk 1 1m0s-1m0s; " {
			t.Errorf("openings: %s", got)
		}
		return err
	})
}

// A link that is used is good for nothing any more, and no other with it; the first use stands.
func TestUseLink_EndsThatLinkAlone(t *testing.T) {
	w := newWorld(t)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		used, err := w.app.Access.OfferLink(ctx, tx, "sign", "S1", "ATL", link.Hash("one"), time.Hour)
		if err != nil {
			return err
		}
		if _, err := w.app.Access.OfferLink(ctx, tx, "sign", "S2", "ATL", link.Hash("other"), time.Hour); err != nil {
			return err
		}
		if err := w.app.Access.UseLink(ctx, tx, used.ID); err != nil {
			return err
		}
		for token, want := range map[string]string{"one": "link-used", "other": "", "none": "link-unknown"} {
			if _, err := w.app.Access.FindLink(ctx, tx, "sign", token); fail.CodeOf(err) != want {
				t.Errorf("%s: %v, want %q", token, err, want)
			}
		}
		return nil
	})
	w.pass(59*time.Minute + 59*time.Second)
	find := func(want string) {
		t.Helper()
		w.write("1", func(ctx context.Context, tx *store.Tx) error {
			if _, err := w.app.Access.FindLink(ctx, tx, "sign", "other"); fail.CodeOf(err) != want {
				t.Errorf("%v, want %q", err, want)
			}
			return nil
		})
	}
	find("")
	w.pass(time.Second)
	find("link-expired")
}

// Two people who hold a link each could do the thing twice: a new link ends the one before it to the same end, and touches no other.
func TestOfferLink_TakesThePlaceOfTheOneBefore(t *testing.T) {
	w := newWorld(t)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, l := range []struct{ kind, object, token string }{{"sign", "S1", "first"}, {"sign", "S2", "another load's"}, {"pay", "S1", "another kind's"}, {"sign", "S1", "second"}} {
			if _, err := w.app.Access.OfferLink(ctx, tx, l.kind, l.object, "ATL", link.Hash(l.token), time.Hour); err != nil {
				return err
			}
		}
		if _, err := w.app.Access.OfferLink(ctx, tx, "sign", "S3", "ATL", link.Hash("second"), time.Hour); fail.CodeOf(err) != "link-secret-used" {
			t.Errorf("a secret that is another link's: %v", err)
		}
		for token, want := range map[string]string{"first": "link-replaced", "second": "", "another load's": ""} {
			if _, err := w.app.Access.FindLink(ctx, tx, "sign", token); fail.CodeOf(err) != want {
				t.Errorf("%s: %v, want %q", token, err, want)
			}
		}
		if _, err := w.app.Access.FindLink(ctx, tx, "pay", "another kind's"); err != nil {
			t.Errorf("another kind's: %v", err)
		}
		if l, err := w.app.Access.FindMailLink(ctx, tx, "sign", "first"); fail.CodeOf(err) != "mail-link-replaced" || l.Object != "S1" {
			t.Errorf("of a mail: %+v, %v", l, err)
		}
		if _, err := w.app.Access.FindLink(ctx, tx, "pay", "second"); fail.CodeOf(err) != "link-unknown" {
			t.Errorf("for something else: %v", err)
		}
		return nil
	})
}
