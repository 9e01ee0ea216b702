package testkit

import (
	"lading/server/kit/envelope"
	"lading/server/testkit/signer"
	"lading/sync/device"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Device is an enrolled device. Its calls come from a session that is bound to its key, and it signs what it queues.
type Device struct {
	*Person
	ID  string
	Key signer.Key
	At  string // when the person acts
	Seq int64
}

// Enrol makes a new device of the person's known to the server.
func (p *Person) Enrol() *Device {
	p.kit.T.Helper()
	d := &Device{ID: ulid.Make().String(), Key: signer.New(), At: "2026-11-20T13:50:00.000Z"}
	d.Person = p.On(d.ID)
	p.Call("sync/enrol", d.Enrolment())
	return d
}

// Renewed is the device under another number, as after a fork; its former key signs for it.
func (d *Device) Renewed(by *Person) *Device {
	d.kit.T.Helper()
	n := &Device{ID: ulid.Make().String(), Key: signer.New(), At: d.At}
	n.Person = by.On(n.ID)
	req := n.Enrolment()
	req["inherits"] = map[string]any{"device": d.ID, "signature": d.Key.Sign(device.InheritanceText(n.ID, req["nonce"].(string)))}
	by.Call("sync/enrol", req)
	return n
}

// Enrolment asks for the device to be known, with a proof that it holds the key.
func (d *Device) Enrolment() map[string]any {
	d.kit.T.Helper()
	return d.Proven(map[string]any{"publicKey": json.RawMessage(d.Key.JWK()), "name": "Dock 4"})
}

// Proven adds to a request the device and its signature over a new nonce.
func (d *Device) Proven(req map[string]any) map[string]any {
	d.kit.T.Helper()
	nonce := Into[struct{ Nonce string }](d.kit.T, d.Call("sync/nonce", map[string]any{"device": d.ID})).Nonce
	req["device"], req["nonce"], req["signature"] = d.ID, nonce, d.Key.Sign(nonce)
	return req
}

// Signed is the next action of the device's person, signed.
func (d *Device) Signed(op string, args any) json.RawMessage {
	d.kit.T.Helper()
	d.Seq++
	return d.Sealed(map[string]any{"seq": d.Seq, "id": ulid.Make().String(), "op": op, "args": args, "subjects": []string{}, "at": d.At, "atRaw": d.At, "user": d.By.User, "replaces": nil})
}

// Sealed signs a mutation as it is given.
func (d *Device) Sealed(m map[string]any) json.RawMessage {
	d.kit.T.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		d.kit.T.Fatal(err)
	}
	text, err := envelope.Canonical(raw)
	if err != nil {
		d.kit.T.Fatal(err)
	}
	m["sig"] = d.Key.Sign(text)
	if raw, err = json.Marshal(m); err != nil {
		d.kit.T.Fatal(err)
	}
	return raw
}
