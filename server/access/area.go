// Package access is who may come in and what they may see: sign-in and sessions, users and groups, page access, a person's
// own profile and preferences, programs that act for a person, and the tickets that open the hub.
//
// It writes the access_* tables of an organisation, and the system's index of login names, devices and sessions. The index
// can be rebuilt from the organisations (Reindex); sessions cannot, and losing them means signing in again.
package access

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/guess"
	"lading/server/kit/right"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
)

// Devices is what access needs of the sync's list of devices.
type Devices interface {
	// PublicKey gives an enrolled device's key and who worked on it; ok is false where it is unknown or was withdrawn.
	PublicKey(ctx context.Context, tx *store.Tx, device string) (jwk string, users []string, ok bool, err error)
	// Withdrawn tells whether a device's access was withdrawn. One that is unknown, as after a restore, only has to enrol again.
	Withdrawn(ctx context.Context, tx *store.Tx, device string) (known, withdrawn bool, err error)
	// Key gives a device's key even where its access was withdrawn.
	Key(ctx context.Context, tx *store.Tx, device string) (jwk string, ok bool, err error)
	// Enrolled lists the devices.
	Enrolled(ctx context.Context, tx *store.Tx) ([]string, error)
}

// Area serves the access calls. Its fields are set before the first call.
type Area struct {
	Store   *store.Store
	Secret  []byte // of the secret file; keys of its own are derived for each use
	Clock   func() time.Time
	Limits  *op.Limiter // nil lets everybody through
	Devices Devices
	Calls   Calls
	Founder Founder
	Sites   Sites
	Mails   Mails // nil in a program that sends none
	// PublicURL is where the links of a mail lead; empty for none.
	PublicURL string
	// Outward reaches organisations' OpenID providers; with OutwardPrivate those on a private network, too.
	Outward        *http.Client
	OutwardPrivate bool
	// Ended is told of every session that ended before its time, so that its sockets can be closed.
	Ended func(org, session string)
	// Bound is told of every session that became a device's: what it opened before knows nothing of that.
	Bound func(org, session string)
	// Changed is told of every person who may do other things than before: what is open under the old rights must close.
	Changed func(org, user string)

	once    sync.Once
	keys    keys
	hasher  hasher
	tries   guess.Budget
	codes   guess.Budget // of second factors
	vault   *vault.Vault
	nonces  nonces
	tickets tickets
	rights  rights
	proven  proven

	providers providers

	founding sync.Mutex // one organisation is founded at a time: their codes differ
}

// keys are derived from the secret file, one for each use, so that none can stand in for another.
type keys struct{ access, successor, link []byte }

func (a *Area) key() *keys {
	a.once.Do(func() {
		for use, k := range map[string]*[]byte{"access token": &a.keys.access, "refresh successor": &a.keys.successor, "mail link": &a.keys.link} {
			b, err := hkdf.Key(sha256.New, a.Secret, nil, "lading "+use, 32)
			if err != nil || len(a.Secret) < 16 {
				panic("access: no secret to derive keys from")
			}
			*k = b
		}
		v, err := vault.New(a.Secret)
		if err != nil {
			panic("access: " + err.Error())
		}
		a.vault, a.codes.Place, a.codes.Person = v, codesOfPlace, codesOfPerson
	})
	return &a.keys
}

// locked is where second factors are locked away.
func (a *Area) locked() *vault.Vault {
	a.key()
	return a.vault
}

func (a *Area) now() time.Time {
	if a.Clock == nil {
		return time.Now().UTC()
	}
	return a.Clock().UTC()
}

// changed has people's present rights count from the moment that the command is on disk.
func (a *Area) changed(tx *store.Tx, users ...string) {
	tx.After(func() {
		a.rights.forget()
		for _, u := range users {
			if a.Changed != nil {
				a.Changed(tx.Org, u)
			}
		}
	})
}

// Listen keeps the index of devices.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.DeviceEnrolled) error {
		return a.indexDevice(ctx, tx.Org, e.Device)
	})
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.DeviceRevoked) error {
		if err := endDevicesApplications(ctx, tx, e.Device); err != nil {
			return err
		}
		org, at := tx.Org, tx.Now
		tx.After(func() {
			a.rights.forget()                           // from now on its sessions are nobody's
			go a.endDevice(org, e.Device, e.People, at) // in another database, and the writer must not wait
		})
		return nil
	})
}

// crowd bounds calls without a sign-in by address. It is wide: two hundred tablets that begin a shift behind one address ask for two nonces each, and for
// tokens twice where the old session has ended. Wrong passwords have a limit of their own.
var crowd = op.Limit{Name: "crowd", Every: 50 * time.Millisecond, Burst: 1000, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return append(userFile(a).Ops(),
		op.Direct("token", a.Token).Open().Limited(crowd),
		op.Direct("LogIn/Login", a.Login).Open().Limited(crowd),
		op.Direct("Access/SetUp", a.SetUp).Open().Limited(crowd),
		op.Direct("Access/PasswordLink", a.PasswordLink).Open().Limited(crowd),
		op.Direct("Access/ChoosePassword", a.ChoosePassword).Open().Limited(crowd),
		op.Direct("Access/BeginFactor", a.BeginFactor).Open().Limited(crowd),
		op.Direct("Access/BeginOpenID", a.BeginOpenID).Open().Limited(crowd),
		op.Direct("sync/nonce", a.Nonce).Open().Limited(crowd),
		op.Direct("hub/ticket", a.Ticket).SignedIn().ForViewing(),

		op.Query("user-info", a.Info).Get().SignedIn(),
		op.Query("Login/userDetails", a.UserDetails).SignedIn(),
		op.Command("LogIn/UserAgreementOperation", a.Agreement).SignedIn(),
		op.Prepared(op.Command("Access/ChangePassword", a.ChangePassword).SignedIn().InPerson(), a.prepareChange),
		op.Prepared(op.Command("Access/SaveProfile", a.SaveProfile).SignedIn().InPerson(), a.prepareProfile),
		op.Command("Access/SavePreferences", a.SavePreferences).SignedIn(),

		op.Query("Access/Factor", a.Factor).SignedIn(),
		op.Direct("Access/SaveFactor", a.SaveFactor).SignedIn().InPerson(),
		op.Direct("Access/EndFactor", a.EndFactor).SignedIn().InPerson(),
		op.Direct("Access/RenewRecovery", a.RenewRecovery).SignedIn().InPerson(),
		op.Command("Access/ResetFactor", a.ResetFactor, right.ManageUsers).InPerson(),
		op.Command("Access/RequireFactor", a.RequireFactor, right.ManageUsers).InPerson(),

		op.Query("Access/OpenID", a.OpenID, right.ManageUsers),
		op.Prepared(op.Command("Access/SaveOpenID", a.SaveOpenID, right.ManageUsers).InPerson(), a.prepareOpenID),
		op.Command("Access/UnlinkOpenID", a.UnlinkOpenID, right.ManageUsers).InPerson(),

		op.Query("Access/Impersonations", a.Impersonations).SignedIn(),

		op.Direct("Access/Sessions", a.Sessions).SignedIn().ForViewing(),
		op.Direct("Access/SignOut", a.SignOut).SignedIn().ForDevices(),
		op.Direct("Access/SignOutEverywhere", a.SignOutEverywhere).SignedIn().InPerson(),
		op.Direct("Access/EndSession", a.EndSession).SignedIn().InPerson(),

		op.Prepared(op.Command("LogIn/UserManagement", a.Manage, right.ManageUsers), a.prepareManage),
		op.Direct("Access/UserLink", a.UserLink, right.ManageUsers).InPerson(),
		op.Query("Supplemental/LoadPageListWithClientID", a.PageList).SignedIn(),
		op.Query("Utils/RefreshPageId", a.RefreshPages).SignedIn(),
		op.Query("Supplemental/GetGroupPages", a.GroupPages).SignedIn(),
		op.Command("Access/SaveGroup", a.SaveGroup, right.ManageUsers).InPerson(),
		op.Command("Access/OpenPage", a.OpenPage, right.ManageUsers).InPerson(),

		op.Command("user/client-application", a.CreateApplication, right.ManageIntegration).InPerson(),
		op.Direct("user/client-application/secret/{id}", a.ApplicationSecret, right.ManageIntegration).Get().InPerson(),
		op.Query("Access/Applications", a.Applications, right.ManageIntegration),
		op.Command("Access/RotateApplication", a.RotateApplication, right.ManageIntegration).Secret().InPerson(),
		op.Query("Access/Calls", a.ShownCalls, right.ManageIntegration),
		op.Query("Access/ApplicationScopes", a.ApplicationScopes, right.ManageIntegration),
		op.Command("Access/EndApplication", a.EndApplication, right.ManageIntegration).InPerson(),
	)
}
