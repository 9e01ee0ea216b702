package app_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/job"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

var codeIn = regexp.MustCompile(`(?m)^\d{8}$`)

// code asks for a code by mail, and reads it there.
func (h *haulier) code(scac string) string {
	h.T.Helper()
	to := strings.ToLower(scac) + "@portal.test"
	if status, out, _ := h.guest("SendCode", obj{"Shipper": "1", "Email": strings.ToUpper(to)}); status != 204 {
		h.T.Fatalf("send a code: %d %s", status, out)
	}
	h.mails[to]++
	m := h.mailTo(to, h.mails[to])
	found := codeIn.FindString(m.body)
	if found == "" || strings.Contains(m.body, "{") || strings.Contains(m.body, "[") {
		h.T.Fatalf("no code in %q", m.body)
	}
	return found
}

func (h *haulier) entered(scac, code string) (carrier.Entered, string) {
	h.T.Helper()
	status, out, why := h.guest("EnterCode", obj{"Shipper": "1", "Email": strings.ToLower(scac) + "@portal.test", "Code": code})
	if status != 200 {
		return carrier.Entered{}, why
	}
	return testkit.Into[carrier.Entered](h.T, out), ""
}

func TestCarrierCode_OpensThePageOnAnotherDeviceOnce(t *testing.T) {
	h := newHaulier(t)
	token := h.invite("ODFL")
	code := h.code("ODFL")
	got, why := h.entered("ODFL", code[:4]+" "+code[4:])
	if why != "" || got.AccessID != token {
		t.Fatalf("%+v, %s", got, why)
	}
	if s := h.shown(got.AccessID); s.SCAC != "ODFL" {
		t.Errorf("opens the page of %s", s.SCAC)
	}
	if _, why := h.entered("ODFL", code); why != "carrier-code-wrong" {
		t.Errorf("once more: %q", why)
	}
}

func TestCarrierCode_IsVoidAfterWrongTriesAndAfterItsTime(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	h.invite("SAIA")
	code := h.code("ODFL")
	wrong := "00000000"
	if code == wrong {
		wrong = "00000001"
	}
	for range 4 {
		if _, why := h.entered("ODFL", wrong); why != "carrier-code-wrong" {
			t.Fatalf("%q", why)
		}
	}
	if _, why := h.entered("SAIA", code); why != "carrier-code-wrong" {
		t.Errorf("another carrier's address: %q", why)
	}
	if got, _ := h.entered("ODFL", code); got.AccessID == "" {
		t.Error("refused while there was a try left")
	}
	h.Pass(3 * time.Minute)
	code = h.code("ODFL")
	for range 5 {
		h.entered("ODFL", wrong)
	}
	if got, _ := h.entered("ODFL", code); got.AccessID != "" {
		t.Error("a sixth try opens the page")
	}
	h.Pass(3 * time.Minute)
	code = h.code("ODFL")
	h.Pass(16 * time.Minute)
	if got, _ := h.entered("ODFL", code); got.AccessID != "" {
		t.Error("it opens the page after its time")
	}
}

// codes counts the codes that were mailed, once all that was asked for has been looked at.
func (h *haulier) codes() (n int) {
	for open := 1; open > 0; time.Sleep(5 * time.Millisecond) {
		h.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM job WHERE kind = 'carrier-code' AND state = 'waiting'`).Scan(&open)
		})
	}
	h.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_mail WHERE key LIKE 'carrier-code/%'`).Scan(&n)
	})
	return n
}

func TestCarrierCode_TellsNobodyWhoseAddressIsKnown(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	before := h.codes()
	status, known, _ := h.guest("SendCode", obj{"Shipper": "1", "Email": "odfl@portal.test"})
	again, unknown, _ := h.guest("SendCode", obj{"Shipper": "1", "Email": "nobody@portal.test"})
	if status != 204 || again != 204 || string(known) != string(unknown) {
		t.Errorf("%d %s, %d %s", status, known, again, unknown)
	}
	h.guest("SendCode", obj{"Shipper": "1", "Email": "odfl@portal.test"}) // within two minutes
	if n := h.codes() - before; n != 1 {
		t.Errorf("%d mails", n)
	}
	if status, _, code := h.guest("SendCode", obj{"Shipper": "no-such-organisation", "Email": "odfl@portal.test"}); status != 404 || code != "mail-link-unknown" {
		t.Errorf("%d %s", status, code)
	}
	h.office("Carriers/RevokePortalLink", obj{"SCAC": "ODFL"})
	h.Pass(5 * time.Minute)
	before = h.codes()
	h.guest("SendCode", obj{"Shipper": "1", "Email": "odfl@portal.test"})
	if n := h.codes() - before; n != 0 {
		t.Error("a carrier whose link was withdrawn has a code mailed")
	}
}

// Who wastes the tries of a code has no other one mailed at once: neither the carrier's mailbox nor the digits are for playing with.
func TestCarrierCode_IsNotMailedAnewForWrongTries(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	ask := func() {
		h.guest("SendCode", obj{"Shipper": "1", "Email": "odfl@portal.test"})
		h.codes()
	}
	before := h.codes()
	for range 3 {
		ask()
		for range 5 {
			h.entered("ODFL", "00000000")
		}
	}
	if n := h.codes() - before; n != 1 {
		t.Errorf("%d mails within two minutes", n)
	}
	for range 40 {
		h.Pass(3 * time.Minute)
		ask()
	}
	if n := h.codes() - before; n != 10 {
		t.Errorf("%d mails within a day", n)
	}
	h.Pass(24 * time.Hour)
	ask()
	if n := h.codes() - before; n != 11 {
		t.Errorf("%d mails on the next day", n)
	}
}

// A code is good for the link that was there when it was mailed. Once the office sent the link to another address, the old one's reader has no way to it.
func TestCarrierCode_EndsWhenTheLinkGoesElsewhere(t *testing.T) {
	for name, withdrawn := range map[string]bool{"sent elsewhere": false, "withdrawn and sent elsewhere": true} {
		t.Run(name, func(t *testing.T) {
			h := newHaulier(t)
			h.invite("ODFL")
			code := h.code("ODFL")
			if withdrawn {
				h.office("Carriers/RevokePortalLink", obj{"SCAC": "ODFL"})
			}
			h.office("Carriers/SendPortalLink", obj{"SCAC": "ODFL", "Email": "new@portal.test"})
			if status, out, _ := h.guest("EnterCode", obj{"Shipper": "1", "Email": "new@portal.test", "Code": code}); status == 200 {
				t.Errorf("the old address's code opens the new link: %s", out)
			}
		})
	}
}

// What a stranger's question does must not depend on the address: the time that it takes would tell whose is known.
func TestCarrierCode_DoesTheSameForAnUnknownAddress(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	if err := h.App.Jobs.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	rows := func(sql string) (n int) {
		h.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, sql).Scan(&n) })
		return n
	}
	const all = `SELECT (SELECT count(*) FROM job) * 1000000 + (SELECT count(*) FROM access_link) * 1000 + (SELECT count(*) FROM notify_mail)`
	grew := map[string]int{}
	for _, to := range []string{"odfl@portal.test", "nobody@portal.test"} {
		before := rows(all)
		h.guest("SendCode", obj{"Shipper": "1", "Email": to})
		grew[to] = rows(all) - before
	}
	if grew["odfl@portal.test"] != grew["nobody@portal.test"] || grew["odfl@portal.test"] != 1000000 {
		t.Errorf("rows that a question leaves: %v", grew)
	}
}

// A stranger who asks again and again fills neither the table of jobs nor the log that people look for trouble in.
func TestCarrierCode_AStrangerLeavesNothingBehind(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	rows := func(where string) (n int) {
		h.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM job WHERE kind = 'carrier-code' AND `+where).Scan(&n)
		})
		return n
	}
	for _, to := range []string{"odfl@portal.test", "nobody@portal.test"} {
		before := rows("TRUE")
		for range 5 {
			h.guest("SendCode", obj{"Shipper": "1", "Email": to})
			h.guest("SendCode", obj{"Shipper": "1", "Email": strings.ToUpper(to)})
		}
		if n := rows("TRUE") - before; n < 1 || n > 2 { // two where a minute ended meanwhile
			t.Errorf("%s: %d jobs of ten questions", to, n)
		}
	}
	h.codes()
	h.Pass(2 * time.Minute)
	h.guest("SendCode", obj{"Shipper": "1", "Email": "another@portal.test"})
	h.codes()
	if n := rows("TRUE"); n != 1 {
		t.Errorf("%d jobs of former minutes are left", n-1)
	}
	if n := rows("key LIKE '%portal%'"); n != 0 {
		t.Error("a key tells the address")
	}
	for _, e := range testkit.Into[[]job.Entry](t, h.As("admin@demo.test").Call("Integration/Logs", op.None{})) {
		if e.Kind == "carrier-code" {
			t.Errorf("the log has %+v", e)
		}
	}
}

func TestCarrierCode_TooManyWaitForWhomever(t *testing.T) {
	h := newHaulier(t)
	h.invite("ODFL")
	if err := h.App.Jobs.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for i := range 500 {
			if err := job.Add(ctx, tx, carrier.CodeJob, fmt.Sprint("asked/", i), nil); err != nil {
				return err
			}
		}
		return nil
	})
	for _, to := range []string{"odfl@portal.test", "nobody@portal.test"} {
		if status, _, why := h.guest("SendCode", obj{"Shipper": "1", "Email": to}); status != 503 || why != "server-busy" {
			t.Errorf("%s: %d %s", to, status, why)
		}
	}
}
