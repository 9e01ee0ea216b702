package evidence

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/canonical"
	"lading/server/kit/cms"
)

var update = flag.Bool("update", false, "write the cases anew, with keys of their own")

// cases is run by the app's tests too: a bundle, what is done to it, and what a checker must find.
const cases = "../../../sync/testdata/evidence.json"

type casesFile struct {
	Certificate string            `json:"certificate"` // that the bundle is signed with
	Bundle      map[string]string `json:"bundle"`      // name → base64
	Cases       []tamper          `json:"cases"`
}

type tamper struct {
	Name        string            `json:"name"`
	Edit        []edit            `json:"edit"`
	Certificate string            `json:"certificate,omitempty"` // that the checker knows instead
	Want        []string          `json:"want"`
	Files       map[string]string `json:"-"`
}

// edit changes one file: a text in it, its lines (from 1), or the whole of it.
type edit struct {
	File   string `json:"file"`
	Old    string `json:"old,omitempty"`
	New    string `json:"new,omitempty"`
	Drop   int    `json:"drop,omitempty"`
	Swap   [2]int `json:"swap,omitzero"`
	Repeat int    `json:"repeat,omitempty"`
	Rehash int    `json:"rehash,omitempty"` // the line's event gets the hash that its new text has
	Remove bool   `json:"remove,omitempty"`
	Put    string `json:"put,omitempty"`
}

var at = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

// tablet is a device that signs.
type tablet struct {
	id  string
	key *ecdsa.PrivateKey
	seq int
}

func newTablet(t testing.TB, id string) *tablet {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &tablet{id: id, key: key}
}

func (d *tablet) device(t testing.TB) Device {
	t.Helper()
	b64 := base64.RawURLEncoding.EncodeToString
	raw, err := d.key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return Device{ID: d.id, Name: "Dock tablet " + d.id[:2], PublicKey: fmt.Appendf(nil, `{"kty":"EC","crv":"P-256","x":%q,"y":%q}`, b64(raw[1:33]), b64(raw[33:]))}
}

func (d *tablet) sign(t testing.TB, e *Event, op string) {
	t.Helper()
	d.seq++
	text, err := canonical.JSON(map[string]any{"device": d.id, "seq": d.seq, "op": op, "args": map[string]any{"ShipmentId": e.ShipmentID}, "user": e.UserID})
	d.signText(t, e, text, err)
}

// signText signs a text as it is.
func (d *tablet) signText(t testing.TB, e *Event, text string, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, d.key, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	e.Device, e.Mutation, e.Proof = d.id, text, Sum(text)
	e.Sig = base64.RawURLEncoding.EncodeToString(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...))
}

func (e *Event) seal(t testing.TB, n int64, prev string) {
	t.Helper()
	e.N, e.Prev = n, prev
	var err error
	if e.Hash, err = e.Digest(); err != nil {
		t.Fatal(err)
	}
}

var photo, ink, strokes = []byte("a photo of a crushed carton"), []byte("the picture of a signature"), []byte(`[[[1,2,3]]]`)

func sumOf(b []byte) string { return Sum(string(b)) }

// load is a chain as a load on the dock leaves it.
func load(t testing.TB) ([]Event, []Device) {
	t.Helper()
	one, two := newTablet(t, "01ARZ3NDEKTSV4RRFFQ69G5FA1"), newTablet(t, "02ARZ3NDEKTSV4RRFFQ69G5FA2")
	var events []Event
	prev := ""
	for i, s := range []struct {
		kind string
		data string
		by   *tablet
	}{
		{"built", `{"orders":["SO-1"],"bol":"BOL-1 <señal> \u2028 &"}`, nil},
		{"loading-started", `{"door":"7"}`, one},
		{"pallet-loaded", `{"lpn":"LPN-1","pallet":"P1"}`, one},
		{"pallet-damaged", fmt.Sprintf(`{"lpn":"LPN-2","photos":[%q]}`, sumOf(photo)), two},
		{"loading-finished", `{"seal":"UL-1","left":0}`, one},
		{"signed", fmt.Sprintf(`{"by":"Luis Ortega","image":%q,"strokes":%q}`, sumOf(ink), sumOf(strokes)), one},
		{"depart", `{"from":"M","to":"A"}`, nil},
	} {
		e := Event{ID: fmt.Sprintf("E%d", i), ShipmentID: "S1", Warehouse: "ATL", Kind: s.kind, Data: json.RawMessage(s.data), UserID: "U-DOCK", UserName: "Dana", At: at.UnixMilli() + int64(i), LoggedAt: at.UnixMilli() + 500}
		if s.by != nil {
			s.by.sign(t, &e, s.kind)
		}
		e.seal(t, int64(i)+1, prev)
		prev, events = e.Hash, append(events, e)
	}
	return events, []Device{one.device(t), two.device(t)}
}

func signer(t testing.TB) cms.Signer {
	t.Helper()
	c, key, err := cms.Make("Northgate Home Supply", at)
	if err != nil {
		t.Fatal(err)
	}
	return cms.Signer{Chain: []*x509.Certificate{c}, Key: key}
}

func bundle(t testing.TB, by cms.Signer, events []Event, devices []Device, files ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, "Northgate Home Supply", "BOL-1", events, devices, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := w.Add("files/"+sumOf(f)+".bin", bytes.NewReader(f)); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range events {
		for _, h := range e.Named() {
			if !w.Has(h) {
				w.Absent(h)
			}
		}
	}
	if err := w.Close(context.Background(), by); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unzip(t testing.TB, raw []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		b, err := read(z, f.Name, maxFile)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}

func rezip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, body := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(body))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (c tamper) apply(t testing.TB, files map[string]string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for k, v := range files {
		out[k] = v
	}
	for _, e := range c.Edit {
		body, there := out[e.File]
		lines := strings.SplitAfter(body, "\n")
		switch {
		case e.Remove:
			delete(out, e.File)
			continue
		case e.Put != "":
			body, there = e.Put, true
		case e.Old != "":
			if strings.Count(body, e.Old) < 1 {
				t.Fatalf("%s: %s does not hold %q", c.Name, e.File, e.Old)
			}
			body = strings.Replace(body, e.Old, e.New, 1)
		case e.Drop > 0:
			body = strings.Join(slices.Delete(lines, e.Drop-1, e.Drop), "")
		case e.Swap[0] > 0:
			lines[e.Swap[0]-1], lines[e.Swap[1]-1] = lines[e.Swap[1]-1], lines[e.Swap[0]-1]
			body = strings.Join(lines, "")
		case e.Repeat > 0:
			body = strings.Join(slices.Insert(lines, e.Repeat, lines[e.Repeat-1]), "")
		case e.Rehash > 0:
			var v Event
			if err := json.Unmarshal([]byte(lines[e.Rehash-1]), &v); err != nil {
				t.Fatal(err)
			}
			old := v.Hash
			v.seal(t, v.N, v.Prev)
			lines[e.Rehash-1] = strings.Replace(lines[e.Rehash-1], `"hash":"`+old, `"hash":"`+v.Hash, 1)
			body = strings.Join(lines, "")
		}
		if !there {
			t.Fatalf("%s: no file %s", c.Name, e.File)
		}
		out[e.File] = body
	}
	return out
}

func says(v Verdict) []string {
	out := []string{}
	for _, f := range v.Findings {
		s := f.Code
		if f.N != 0 {
			s += fmt.Sprintf(" %d", f.N)
		}
		if f.File != "" {
			s += " " + f.File
		}
		out = append(out, s)
	}
	return out
}

func writeCases(t *testing.T) {
	by := signer(t)
	events, devices := load(t)
	files := unzip(t, bundle(t, by, events, devices, photo, ink, strokes))
	f := casesFile{Certificate: cms.Fingerprint(by.Chain[0]), Bundle: map[string]string{}}
	for name, body := range files {
		f.Bundle[name] = base64.StdEncoding.EncodeToString([]byte(body))
	}
	ev, pic := eventsName, "files/"+sumOf(photo)+".bin"
	listed := fmt.Sprintf("    {\n      \"name\": %q,\n      \"sha256\": %q,\n      \"size\": %d\n    },\n", pic, sumOf(photo), len(photo))
	f.Cases = []tamper{
		{Name: "as it was made"},
		{Name: "a word in an event", Edit: []edit{{File: ev, Old: `"door":"7"`, New: `"door":"8"`}}, Want: []string{EventChanged + " 2"}},
		{Name: "an event and its hash", Edit: []edit{{File: ev, Old: `"door":"7"`, New: `"door":"8"`}, {File: ev, Rehash: 2}}, Want: []string{EventLink + " 3"}},
		{Name: "the first event's predecessor", Edit: []edit{{File: ev, Old: `"prev":""`, New: `"prev":"00"`}, {File: ev, Rehash: 1}}, Want: []string{EventLink + " 1", EventLink + " 2"}},
		{Name: "the last event and its hash", Edit: []edit{{File: ev, Old: `"to":"A"`, New: `"to":"D"`}, {File: ev, Rehash: 7}}, Want: []string{HeadDiffers + " 7"}},
		{Name: "a hash", Edit: []edit{{File: ev, Old: `"hash":"` + events[3].Hash[:8], New: `"hash":"00000000`}}, Want: []string{EventChanged + " 4"}},
		{Name: "an event dropped", Edit: []edit{{File: ev, Drop: 4}}, Want: []string{EventMissing + " 4"}},
		{Name: "the first event dropped", Edit: []edit{{File: ev, Drop: 1}}, Want: []string{EventMissing + " 1"}},
		{Name: "the last event dropped", Edit: []edit{{File: ev, Drop: 7}}, Want: []string{EventMissing + " 7"}},
		{Name: "two events dropped", Edit: []edit{{File: ev, Drop: 3}, {File: ev, Drop: 3}}, Want: []string{EventMissing + " 3", EventMissing + " 4"}},
		{Name: "two events changed places", Edit: []edit{{File: ev, Swap: [2]int{3, 4}}}, Want: []string{EventMoved + " 3"}},
		{Name: "an event twice", Edit: []edit{{File: ev, Repeat: 5}}, Want: []string{EventMoved + " 5"}},
		{Name: "an event of another shipment", Edit: []edit{{File: ev, Old: `"shipmentId":"S1","n":4`, New: `"shipmentId":"S9","n":4`}, {File: ev, Rehash: 4}}, Want: []string{EventForeign + " 4", EventLink + " 5"}},
		{Name: "what a device signed", Edit: []edit{{File: ev, Old: `\"op\":\"pallet-loaded\"`, New: `\"op\":\"pallet-unloaded\"`}}, Want: []string{MutationChanged + " 3", "evidence-signature 3"}},
		{Name: "a device's signature", Edit: []edit{{File: ev, Old: events[5].Sig[:12], New: events[4].Sig[:12]}}, Want: []string{EventChanged + " 6", SignatureBroken + " 6"}},
		{Name: "the key of a device", Edit: []edit{{File: devicesName, Old: jwkX(t, devices[1]), New: jwkX(t, devices[0])}}, Want: []string{DeviceUnknown + " 4", FileChanged + " " + devicesName}},
		{Name: "the device that signed", Edit: []edit{{File: devicesName, Old: "02ARZ3NDEKTSV4RRFFQ69G5FA2", New: "03ARZ3NDEKTSV4RRFFQ69G5FA2"}}, Want: []string{DeviceUnknown + " 4", FileChanged + " " + devicesName}},
		{Name: "a line that is no event", Edit: []edit{{File: ev, Old: `{"id":"E2"`, New: `["id":"E2"`}}, Want: []string{EventsMalformed + " 3"}},
		{Name: "no events at all", Edit: []edit{{File: ev, Remove: true}}, Want: []string{FileMissing + " " + ev}},
		{Name: "a byte of a photo", Edit: []edit{{File: pic, Old: "crushed", New: "crashed"}}, Want: []string{FileChanged + " " + pic}},
		{Name: "a photo left out", Edit: []edit{{File: pic, Remove: true}}, Want: []string{FileMissing + " " + pic}},
		{Name: "a photo left out of the list, too", Edit: []edit{{File: pic, Remove: true}, {File: manifestName, Old: listed, New: ""}}, Want: []string{ManifestChanged, FileMissing + " 4 " + sumOf(photo)}},
		{Name: "a file more", Edit: []edit{{File: "files/more.png", Put: "x"}}, Want: []string{FileUnknown + " files/more.png"}},
		{Name: "the day in the list", Edit: []edit{{File: manifestName, Old: fmt.Sprint(at.UnixMilli()), New: fmt.Sprint(at.UnixMilli() - 1)}}, Want: []string{ManifestChanged}},
		{Name: "no signature under the list", Edit: []edit{{File: signatureName, Remove: true}}, Want: []string{ManifestSignature}},
		{Name: "something else for the signature", Edit: []edit{{File: signatureName, Put: "hello"}}, Want: []string{ManifestSignature}},
		{Name: "no list", Edit: []edit{{File: manifestName, Remove: true}}, Want: []string{NotBundle}},
		{Name: "signed by somebody else", Certificate: strings.Repeat("0", 64), Want: []string{CertificateUnknown}},
	}
	for i := range f.Cases { // what two checkers must agree on is settled here, once; a person reads the diff
		c := &f.Cases[i]
		got := says(verify(t, c.apply(t, files), first(c.Certificate, f.Certificate)))
		for _, w := range c.Want {
			if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, w) }) {
				t.Errorf("%s: %v, want %v", c.Name, got, c.Want)
			}
		}
		if len(got) != len(c.Want) {
			t.Errorf("%s: %v, want %v", c.Name, got, c.Want)
		}
		c.Want = got
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(f); err != nil {
		t.Fatal(err)
	}
	if !t.Failed() {
		if err := os.WriteFile(cases, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func jwkX(t *testing.T, d Device) string {
	t.Helper()
	var k struct{ X string }
	if err := json.Unmarshal(d.PublicKey, &k); err != nil {
		t.Fatal(err)
	}
	return k.X
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func verify(t testing.TB, files map[string]string, certificate string) Verdict {
	t.Helper()
	raw := rezip(t, files)
	return Verify(bytes.NewReader(raw), int64(len(raw)), Checks{Certificate: func(f string) bool { return f == certificate }})
}

func TestVerify_Cases(t *testing.T) {
	if *update {
		writeCases(t)
	}
	raw, err := os.ReadFile(cases)
	if err != nil {
		t.Fatal(err)
	}
	var f casesFile
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for name, b64 := range f.Bundle {
		b, err := base64.StdEncoding.DecodeString(b64)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(b)
	}
	if len(f.Cases) < 20 {
		t.Fatalf("%d cases", len(f.Cases))
	}
	for _, c := range f.Cases {
		v := verify(t, c.apply(t, files), first(c.Certificate, f.Certificate))
		if !slices.Equal(says(v), c.Want) {
			t.Errorf("%s: %v, want %v", c.Name, says(v), c.Want)
		}
		if len(c.Want) == 0 && (v.Signed != 5 || v.Devices != 2 || v.Manifest.Bill != "BOL-1" || v.By != "Northgate Home Supply (bill of lading seal)") {
			t.Errorf("%s: %+v", c.Name, v)
		}
	}
}

func TestVerify_AFileThatHadNotArrivedIsSaidAndNotAFault(t *testing.T) {
	by := signer(t)
	events, devices := load(t)
	raw := bundle(t, by, events, devices, ink, strokes)
	v := Verify(bytes.NewReader(raw), int64(len(raw)), Checks{})
	if !v.Sound() || !slices.Equal(v.Manifest.Absent, []string{sumOf(photo)}) {
		t.Errorf("%v, absent %v", says(v), v.Manifest.Absent)
	}
}

func TestVerify_TwoFilesOfOneName(t *testing.T) {
	events, devices := load(t)
	files := unzip(t, bundle(t, signer(t), events, devices, photo, ink, strokes))
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, pass := range []string{"", "again"} {
		for name, body := range files {
			if pass != "" && name != eventsName {
				continue
			}
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write([]byte(body))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if v := Verify(bytes.NewReader(out.Bytes()), int64(out.Len()), Checks{}); v.Sound() {
		t.Error("passes, and which of the two counts is chance")
	}
	if v := Verify(strings.NewReader("no zip"), 6, Checks{}); !slices.Equal(says(v), []string{NotBundle}) {
		t.Errorf("no zip: %v", says(v))
	}
}

func TestChain_ANumberOutOfAllMeasureDoesNotKeepUs(t *testing.T) {
	events, _ := load(t)
	events[6].seal(t, 1<<60, events[5].Hash)
	if found := Chain(events); len(found) == 0 || len(found) > 2000 {
		t.Errorf("%d findings", len(found))
	}
}

func BenchmarkVerify_10000(b *testing.B) {
	d := newTablet(b, "01ARZ3NDEKTSV4RRFFQ69G5FA1")
	events := make([]Event, 10_000)
	prev := ""
	for i := range events {
		e := Event{ID: fmt.Sprint("E", i), ShipmentID: "S1", Kind: "pallet-loaded", Data: json.RawMessage(fmt.Sprintf(`{"lpn":"LPN-%d"}`, i)), At: at.UnixMilli()}
		d.sign(b, &e, "pallet-loaded")
		e.seal(b, int64(i)+1, prev)
		events[i], prev = e, e.Hash
	}
	raw := bundle(b, signer(b), events, []Device{d.device(b)})
	for b.Loop() {
		if v := Verify(bytes.NewReader(raw), int64(len(raw)), Checks{}); !v.Sound() {
			b.Fatal(says(v))
		}
	}
}

// A signed action that two readers understand differently proves neither.
func TestSignatures_WhatReadsTwoWaysIsNotSound(t *testing.T) {
	d := newTablet(t, "01ARZ3NDEKTSV4RRFFQ69G5FA1")
	for name, c := range map[string]struct {
		text  string
		sound bool
	}{
		"as it should be":      {`{"args":{"ShipmentId":"S1"},"device":"01ARZ3NDEKTSV4RRFFQ69G5FA1","op":"A/B","seq":1,"user":"U1"}`, true},
		"arguments twice":      {`{"ARGS":{"ShipmentId":"S2"},"args":{"ShipmentId":"S1"},"op":"A/B","seq":1,"user":"U1"}`, false},
		"another person's":     {`{"args":{"ShipmentId":"S1"},"op":"A/B","seq":1,"user":"U2"}`, false},
		"another device's":     {`{"args":{"ShipmentId":"S1"},"device":"01ARZ3NDEKTSV4RRFFQ69G5FA9","op":"A/B","seq":1,"user":"U1"}`, false},
		"an unknown member":    {`{"args":{"ShipmentId":"S1"},"op":"A/B","seq":1,"user":"U1","zone":"UTC"}`, false},
		"not in its own order": {`{"op":"A/B","args":{"ShipmentId":"S1"},"seq":1,"user":"U1"}`, false},
	} {
		e := Event{ID: "E1", ShipmentID: "S1", UserID: "U1"}
		d.signText(t, &e, c.text, nil)
		found, signed := Signatures([]Event{e}, []Device{d.device(t)})
		if (len(found) == 0 && signed == 1) != c.sound {
			t.Errorf("%s: %v, %d signed", name, found, signed)
		}
	}
}
