package document_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/document/seal"
	"lading/server/kit/cms"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/testkit/stamptest"

	"software.sslmate.com/src/go-pkcs12"
)

// sealedPaper has a bill signed and gives its paper.
func (w *world) sealedPaper() []byte {
	w.T.Helper()
	w.emit(signed(w.arrive(scribble(w.T))))
	w.work()
	list := w.papers("dock@demo.test")
	if len(list) == 0 {
		w.T.Fatal("no paper")
	}
	return w.blobs["1/"+list[0].Blob]
}

func (w *world) sealing(login string) document.SealingResp {
	w.T.Helper()
	return testkit.Into[document.SealingResp](w.T, w.As(login).Call("Document/Sealing", op.None{}))
}

// known is what a device of the organisation holds its papers against.
func (w *world) known() seal.Known {
	k := seal.Known{Seals: map[string]bool{}, Stamps: map[string]bool{}, Ended: map[string]time.Time{}, Revoked: map[string]time.Time{}}
	for _, c := range w.sealing("dock@demo.test").Certificates {
		switch c.Kind {
		case "seal":
			k.Seals[c.ID] = true
			if !c.EndedAt.IsZero() {
				k.Ended[c.ID] = c.EndedAt.Time
			}
			if !c.RevokedAt.IsZero() {
				k.Revoked[c.ID] = c.RevokedAt.Time
			}
		case "stamp":
			k.Stamps[c.ID] = true
		}
	}
	return k
}

func (w *world) standing(login string, pdf []byte) (document.StandingResp, error) {
	w.T.Helper()
	raw, err := w.As(login).Try("Document/Standing", document.StandingReq{SHA256: hashOf(pdf)})
	if err != nil {
		return document.StandingResp{}, err
	}
	return testkit.Into[document.StandingResp](w.T, raw), nil
}

func TestSeal_TheSignedBillIsSealedWithTheOrganisationsOwnCertificate(t *testing.T) {
	w := start(t)
	if n := len(w.sealing("dock@demo.test").Certificates); n != 0 {
		t.Fatalf("%d certificates before the first paper", n)
	}
	pdf := w.sealedPaper()
	if v := seal.Check(pdf, w.known(), w.Now()); !v.Sound() || !v.SealedAt.Equal(w.Now()) || v.Certificate.Subject.CommonName != "Northgate Home Supply (bill of lading seal)" {
		t.Fatalf("%+v", v)
	}
	if !slices.Equal(w.recorded, []string{"S1 sealed"}) {
		t.Errorf("the chain was told: %v", w.recorded)
	}
	s, err := w.standing("dock@demo.test", pdf)
	if err != nil || s.Standing != document.Current || s.Number != "BOL-1" || s.Level != "B-B" {
		t.Errorf("%+v %v", s, err)
	}
	for _, login := range []string{"dock2@demo.test", "admin@other.test"} {
		if _, err := w.standing(login, pdf); fail.CodeOf(err) != "paper-unknown" {
			t.Errorf("standing as %s: %v", login, err)
		}
	}
	// devices hear of the certificate, and of nothing that would let them seal
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		var scopes int
		var key string
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE scope = 'org' AND entity = 'document_certificate' AND gone = 0`).Scan(&scopes); err != nil || scopes != 1 {
			t.Errorf("announced %d times, %v", scopes, err)
		}
		for _, table := range document.Tables() {
			if table.Name != "document_certificate" {
				continue
			}
			rows, err := table.Rows(ctx, tx, []string{w.sealing("dock@demo.test").Certificates[0].ID})
			for _, raw := range rows {
				if bytes.Contains(bytes.ToLower(raw), []byte(`"key"`)) {
					t.Errorf("the wire carries %s", raw)
				}
			}
			if err != nil || len(rows) != 1 {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		}
		if err := tx.QueryRowContext(ctx, `SELECT key FROM document_certificate`).Scan(&key); err != nil {
			return err
		}
		raw, err := base64.StdEncoding.DecodeString(key)
		if _, clear := x509.ParsePKCS8PrivateKey(raw); clear == nil || len(raw) < 100 {
			t.Error("the key stands in the database for anybody to read")
		}
		return err
	})
}

func TestSeal_ALaterPaperSupersedesAndAnEndedShipmentVoids(t *testing.T) {
	w := start(t)
	ink := scribble(t)
	w.emit(signed(hashOf(ink)))
	w.Pass(25 * time.Hour)
	w.Write("1", func(ctx context.Context, tx *store.Tx) error { return w.App.Document.GiveUpWaiting(ctx, tx) })
	w.work()
	early := w.blobs["1/"+w.papers("dock@demo.test")[0].Blob]
	w.Pass(time.Hour)
	w.arrive(ink)
	w.work()
	whole := w.blobs["1/"+w.papers("dock@demo.test")[0].Blob]
	check := func(when string, wantEarly, wantWhole document.Standing) {
		t.Helper()
		a, err := w.standing("dock@demo.test", early)
		b, err2 := w.standing("dock@demo.test", whole)
		if err != nil || err2 != nil || a.Standing != wantEarly || b.Standing != wantWhole {
			t.Errorf("%s: %v %v, %v %v", when, a.Standing, b.Standing, err, err2)
		}
	}
	check("with its picture", document.Superseded, document.Current)
	w.emit(event.ShipmentEnded{ShipmentID: "S1", Reason: "carrier gone"})
	check("ended", document.Voided, document.Voided)
}

func TestSeal_TimestampServer(t *testing.T) {
	w := start(t)
	stamp := stamptest.New(t, w.Now)
	w.App.Document.PrivateStamps = true
	if f := w.As("office@demo.test").Refused("Document/SaveSealing", document.SaveSealingReq{StampURL: stamp.URL}); f.Status != 403 {
		t.Fatalf("an office user: %v", f)
	}
	for _, bad := range []string{"ftp://time.example", "time.example", "https://me:secret@time.example"} {
		if f := w.As("admin@demo.test").Refused("Document/SaveSealing", document.SaveSealingReq{StampURL: bad}); f.Code != "invalid-fields" {
			t.Errorf("%s: %v", bad, f)
		}
	}
	w.As("admin@demo.test").Call("Document/SaveSealing", document.SaveSealingReq{StampURL: " " + stamp.URL + " "})

	// in trouble it is asked again; but the driver's paper does not wait for ever
	stamp.Down.Store(true)
	w.emit(signed(w.arrive(scribble(t))))
	db, err := w.App.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	payload := w.payload["signed-bol/S1"]
	for failures := range 3 {
		if err := w.App.Document.MakeSigned(context.Background(), db, payload, failures); err == nil || !strings.Contains(err.Error(), "503") {
			t.Fatalf("attempt %d: %v", failures, err)
		}
	}
	w.failures = 3
	w.work()
	pdf := w.blobs["1/"+w.papers("dock@demo.test")[0].Blob]
	if v := seal.Check(pdf, w.known(), w.Now()); !v.Sound() || !v.StampedAt.IsZero() || stamp.Asked.Load() != 4 {
		t.Fatalf("%+v after %d questions", v, stamp.Asked.Load())
	}
	if s, err := w.standing("dock@demo.test", pdf); err != nil || s.Level != "B-B" {
		t.Errorf("%+v %v", s, err)
	}
}

func TestSeal_WithATimestampHoldsAfterTheCertificateHasExpired(t *testing.T) {
	w := start(t)
	stamp := stamptest.New(t, w.Now)
	w.App.Document.PrivateStamps = true
	w.As("admin@demo.test").Call("Document/SaveSealing", document.SaveSealingReq{StampURL: stamp.URL})
	pdf := w.sealedPaper()
	known := w.known()
	if s, err := w.standing("dock@demo.test", pdf); err != nil || s.Level != "B-T" || !known.Stamps[cms.Fingerprint(stamp.Certificate)] {
		t.Fatalf("%+v %v, %v", s, err, known)
	}
	if v := seal.Check(pdf, known, w.Now().AddDate(20, 0, 0)); !v.Sound() || !v.StampedAt.Equal(w.Now()) {
		t.Errorf("in twenty years: %+v", v)
	}
	if v := seal.Check(pdf, seal.Known{Seals: known.Seals}, w.Now().AddDate(20, 0, 0)); !slices.Equal(v.Findings, []string{seal.CertificateExpired}) {
		t.Errorf("in twenty years, with a timestamp server that nobody knows: %+v", v)
	}
}

func TestSeal_AnAdministratorBringsACertificate(t *testing.T) {
	w := start(t)
	before := w.sealedPaper()
	own, key, err := cms.Make("Bought from somebody", w.Now())
	if err != nil {
		t.Fatal(err)
	}
	file, err := pkcs12.Modern2023.Encode(key, own, nil, "open sesame")
	if err != nil {
		t.Fatal(err)
	}
	bring := func(login, password string, body []byte) error {
		_, err := w.As(login).TryUpload("Document/BringCertificate", "seal.p12", body, map[string]string{"Password": password})
		return err
	}
	for name, err := range map[string]error{"a wrong password": bring("admin@demo.test", "wrong", file), "a cut file": bring("admin@demo.test", "open sesame", file[:100]), "an office user": bring("office@demo.test", "open sesame", file)} {
		if err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if err := bring("admin@demo.test", "open sesame", file); err != nil {
		t.Fatal(err)
	}
	if list := w.sealing("dock@demo.test").Certificates; len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	w.con.ShipmentID = "S2"
	e := signed(w.arrive(scribble(t)))
	e.ShipmentID = "S2"
	w.emit(e)
	w.work()
	after := w.blobs["1/"+testkit.Into[[]document.Document](t, w.As("dock@demo.test").Call("Shipment/GetShipmentWiseAttachments", document.ShipmentReq{ShipmentID: "S2"}))[0].Blob]
	if v := seal.Check(after, w.known(), w.Now()); !v.Sound() || cms.Fingerprint(v.Certificate) != cms.Fingerprint(own) {
		t.Errorf("the new paper: %+v", v)
	}
	if v := seal.Check(before, w.known(), w.Now()); !v.Sound() {
		t.Errorf("the old paper: %+v", v)
	}
	w.Pass(11 * 365 * 24 * time.Hour)
	if f := bring("admin@demo.test", "open sesame", file); fail.CodeOf(f) != "invalid-fields" {
		t.Errorf("a certificate that has expired: %v", f)
	}
}

func TestSeal_WithTheSecretLostPapersAreSealedAnew(t *testing.T) {
	w := start(t)
	w.sealedPaper()
	lost, err := vault.New([]byte("quite another secret"))
	if err != nil {
		t.Fatal(err)
	}
	w.App.Document.Vault = lost
	w.con.ShipmentID = "S2"
	e := signed(w.arrive(scribble(t)))
	e.ShipmentID = "S2"
	w.emit(e)
	w.work()
	list := w.sealing("dock@demo.test").Certificates
	if ended := slices.IndexFunc(list, func(c document.Certificate) bool { return !c.EndedAt.IsZero() }); len(list) != 2 || ended < 0 {
		t.Fatalf("%+v", list)
	}
}

func TestSeal_ARevokedCertificateCountsNoMore(t *testing.T) {
	w := start(t)
	pdf := w.sealedPaper()
	id := w.sealing("dock@demo.test").Certificates[0].ID
	revoke := document.RevokeReq{CertificateID: id, Reason: "the server was stolen"}
	if _, err := w.As("office@demo.test").Try("Document/RevokeCertificate", revoke); fail.CodeOf(err) == "" {
		t.Error("an office user revoked it")
	}
	if _, err := w.As("admin@demo.test").Try("Document/RevokeCertificate", document.RevokeReq{CertificateID: strings.Repeat("0", 64), Reason: "why"}); fail.CodeOf(err) != "certificate-unknown" {
		t.Errorf("one that is none: %v", err)
	}
	w.Pass(time.Hour)
	w.As("admin@demo.test").Call("Document/RevokeCertificate", revoke)
	again := testkit.Into[document.SealingResp](t, w.As("admin@demo.test").Call("Document/RevokeCertificate", document.RevokeReq{CertificateID: id, Reason: "once more"}))
	if c := again.Certificates[0]; c.RevokedWhy != "the server was stolen" || c.RevokedAt.IsZero() || c.EndedAt.IsZero() {
		t.Fatalf("%+v", c)
	}
	if v := seal.Check(pdf, w.known(), w.Now()); !slices.Equal(v.Findings, []string{seal.CertificateRevoked}) {
		t.Errorf("its paper, without a timestamp: %v", v.Findings)
	}
	if s, err := w.standing("dock@demo.test", pdf); err != nil || s.Standing != document.Current { // our own records still know it
		t.Errorf("%+v %v", s, err)
	}
	w.con.ShipmentID = "S2"
	e := signed(w.arrive(scribble(t)))
	e.ShipmentID = "S2"
	w.emit(e)
	w.work()
	list := w.sealing("dock@demo.test").Certificates
	if len(list) != 2 || slices.ContainsFunc(list, func(c document.Certificate) bool { return c.ID != id && !c.EndedAt.IsZero() }) {
		t.Errorf("the next paper is sealed with %+v", list)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		key, _, err := store.Get[string](ctx, tx, `SELECT key FROM document_certificate WHERE id = ?`, id)
		if err != nil || key != "" {
			t.Errorf("the revoked key is still there: %v", err)
		}
		return err
	})
}
