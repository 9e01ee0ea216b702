// Package app lists the areas, hands each what it needs of the others, and starts and stops the whole.
package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/access"
	"lading/server/analytics"
	"lading/server/audit"
	"lading/server/carrier"
	"lading/server/certificate"
	"lading/server/claim"
	"lading/server/dock"
	"lading/server/document"
	lhttp "lading/server/http"
	"lading/server/integration"
	"lading/server/job"
	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/kit/outward"
	kitrule "lading/server/kit/rule"
	"lading/server/kit/vault"
	"lading/server/notify"
	"lading/server/op"
	"lading/server/order"
	"lading/server/org"
	"lading/server/packing"
	"lading/server/parcel"
	"lading/server/quote"
	"lading/server/rating"
	"lading/server/routing"
	"lading/server/rule"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/tracking"
	"lading/server/vendor"
	"lading/server/warehouse"
	"lading/sync/change"
	"lading/sync/device"
	"lading/sync/poke"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/gofiber/fiber/v3"
)

// Config is what the environment and the flags say.
type Config struct {
	Addr       string
	Data       string
	Replica    string
	SecretFile string
	Demo       bool
	DemoSize   fixtures.Size // what serve loads, where Demo is asked for
	Limits     bool
	TrustProxy bool
	Clock      func() time.Time
	// MetricsToken opens /metrics to who does not ask from this machine itself; empty opens it to nobody else.
	MetricsToken string
	SMTP         notify.SMTP
	PublicURL    string          // where strangers reach us, for links in mails and the QR code on papers; empty for none
	Stamps       bool            // timestamp servers on a private network may be asked, too
	PostBacks    bool            // systems on a private network may be posted to, too
	SFTP         string          // where files of orders are taken; empty is nowhere
	Origins      []string        // may open the hub beside the one that served the page
	PrintHosts   []string        // origins of the print computers that pages may speak to; any on port 8632 where there are none
	Fatal        func(err error) // told of a disk that does not confirm writes
	Wait         time.Duration   // how long a start waits for another server that holds the replica; without end if zero
	TakeOver     bool            // take the replica from a server that holds it
	NoFence      bool            // ask for no lease on the replica
	AcceptLoss   bool            // restore what there is where the replica has lost something
	NewSecret    bool            // go on with another secret than the data was written with

	Certificate certificate.Config // of a server that speaks HTTPS itself
}

// App is the running program.
type App struct {
	Config   Config
	Store    *store.Store
	Blobs    *blob.Store
	Bus      *store.Bus
	Registry *op.Registry
	Tables   []change.Table
	Web      *fiber.App

	Device      *device.Area
	Access      *access.Area
	Org         *org.Area
	Warehouse   *warehouse.Area
	Carrier     *carrier.Area
	Order       *order.Area
	Shipment    *shipment.Area
	Rating      *rating.Area
	Quote       *quote.Area
	Routing     *routing.Area
	Parcel      *parcel.Area
	Dock        *dock.Area
	Packing     *packing.Area
	Audit       *audit.Area
	Document    *document.Area
	Notify      *notify.Area
	Claim       *claim.Area
	Vendor      *vendor.Area
	Analytics   *analytics.Area
	Tracking    *tracking.Area
	Integration *integration.Area
	Rule        *rule.Area

	Hub    *lhttp.Hub
	Jobs   *job.Runner
	poker  *poke.Poker
	sink   *notify.Sink
	prover *prover
	proxy  lhttp.Proxy
	keeper *certificate.Keeper // nil where a proxy speaks HTTPS, or nobody does
	ctx    context.Context
	cancel context.CancelFunc
	tidied map[string]time.Time // when each organisation had its hourly work; the clock's own
}

// New wires everything and opens the system database; it does not listen yet.
func New(ctx context.Context, cfg Config) (*App, error) {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	a := &App{Config: cfg, Bus: store.NewBus(), tidied: map[string]time.Time{}}
	areas := a.wire()
	a.Registry = op.NewRegistry(areas)
	a.Registry.Orgs = a.org
	a.Access.Calls = a.Registry
	if cfg.Limits {
		a.Registry.Limits = op.NewLimiter()
	}
	a.Device.Puller = pull.New(a.Tables)
	a.Device.Pusher = &push.Pusher{Ops: a.Registry, Actors: a.Access}
	a.Device.Orgs, a.Device.Sessions = a.org, a.Access
	secret, found, err := readSecret(cfg.SecretFile)
	if err != nil {
		return nil, err
	}
	a.Access.Secret, a.Access.Clock, a.Access.Limits = secret, cfg.Clock, a.Registry.Limits
	a.Document.Limits = a.Registry.Limits
	if a.Blobs, err = blob.Open(blob.Options{Replica: cfg.Replica, Dir: cfg.Data, Max: 25 << 20, Piece: 256 << 10}); err != nil {
		return nil, err
	}
	a.Store, err = store.Open(ctx, store.Options{Dir: cfg.Data, Replica: cfg.Replica, Bus: a.Bus, Clock: cfg.Clock, Install: a.install, OnCommit: a.committed, Fatal: cfg.Fatal,
		Wait: cfg.Wait, TakeOver: cfg.TakeOver, NoFence: cfg.NoFence, AcceptLoss: cfg.AcceptLoss})
	if err != nil {
		return nil, errors.Join(err, a.Blobs.Close())
	}
	a.Access.Store = a.Store
	err = a.proveSecret(ctx, secret, found)
	if err == nil {
		err = a.index(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, a.Store.Close(ctx), a.Blobs.Close())
	}
	a.Document.Blobs, a.Notify.Blobs = a.Blobs, files{a.Blobs}
	a.Document.Patience = 5 * time.Second // a paper is made within one
	a.Document.Clock, a.Document.PublicURL, a.Document.Exists, a.Document.PrivateStamps = cfg.Clock, cfg.PublicURL, a.Access.HasOrg, cfg.Stamps
	a.Dock.Blobs, a.Analytics.Blobs, a.Claim.Blobs = a.Blobs, a.Blobs, a.Blobs
	a.Shipment.PublicURL = strings.TrimSuffix(cfg.PublicURL, "/")
	a.Notify.PublicURL = strings.TrimSuffix(cfg.PublicURL, "/")
	a.Access.PublicURL = cfg.PublicURL
	a.Access.Outward, a.Access.OutwardPrivate = outward.Client(20*time.Second, cfg.PostBacks), cfg.PostBacks
	a.Quote.Blobs, a.Quote.PublicURL = a.Blobs, cfg.PublicURL
	a.Vendor.PublicURL, a.Carrier.PublicURL, a.Warehouse.PublicURL = cfg.PublicURL, cfg.PublicURL, cfg.PublicURL
	v, err := vault.New(secret)
	if err != nil {
		return nil, errors.Join(err, a.Store.Close(ctx), a.Blobs.Close())
	}
	a.Document.Vault, a.Registry.Vault, a.Device.Vault, a.Integration.Vault, a.Tracking.Vault, a.Rule.Vault, a.Parcel.Vault, a.Carrier.ODFL.Vault = v, v, v, v, v, v, v, v
	a.Carrier.P44.Vault, a.Carrier.P44.Clock, a.Carrier.P44.Client = v, cfg.Clock, outward.Client(20*time.Second, cfg.PostBacks)
	a.Carrier.ODFL.Client = outward.Client(20*time.Second, cfg.PostBacks)
	a.Integration.Clock, a.Integration.Private, a.Integration.Client = cfg.Clock, cfg.PostBacks, outward.Client(30*time.Second, cfg.PostBacks)
	a.Integration.Blobs, a.Integration.Secret = a.Blobs, secret
	a.Rule.Private, a.Rule.Client = cfg.PostBacks, outward.Client(time.Minute, cfg.PostBacks)
	a.Tracking.PublicURL = strings.TrimSuffix(cfg.PublicURL, "/")
	a.Parcel.PublicURL, a.Parcel.Clock = strings.TrimSuffix(cfg.PublicURL, "/"), cfg.Clock
	if a.Notify.Pusher, err = notify.NewPusher(secret, cfg.subject()); err != nil {
		return nil, errors.Join(err, a.Store.Close(ctx), a.Blobs.Close())
	}
	if err := a.mail(); err != nil {
		return nil, errors.Join(err, a.Store.Close(ctx), a.Blobs.Close())
	}
	a.Shipment.Mails = a.Notify.Mailer != nil
	a.Hub = lhttp.NewHub(lhttp.HubOptions{Registry: a.Registry, TakeTicket: a.Access.TakeTicket, Authenticate: a.Access.Authenticate, Renew: a.Access.Renew, Origins: cfg.Origins, Connected: a.connected, Gone: a.gone})
	a.Notify.Hub, a.Shipment.Hub = a.Hub, a.Hub
	a.Access.Ended, a.Access.Changed, a.Access.Bound = a.Hub.EndSession, a.Hub.EndUser, a.Hub.RenewSession
	a.poker = &poke.Poker{Device: a.Device, Peers: a.peers, Anyone: a.Hub.Anyone}
	a.Device.Settled = func(org, device string) { // the writer calls it and must not wait
		go func() {
			if db, err := a.Store.Org(ctx, org); err == nil {
				a.poker.Nudge(db, device)
			}
		}()
	}
	a.Jobs.Orgs, a.Jobs.All, a.Jobs.Clock = a.org, a.Access.Orgs, cfg.Clock
	a.Web = lhttp.New(lhttp.Options{Registry: a.Registry, Authenticate: a.Access.Authenticate, Ready: a.ready, TrustProxy: cfg.TrustProxy, Proxy: &a.proxy, Local: cfg.Certificate.LAN, PrintHosts: cfg.PrintHosts, MetricsToken: cfg.MetricsToken,
		Mount: func(app *fiber.App) {
			a.Hub.Mount(app)
			lhttp.MountBlobs(lhttp.BlobOptions{Authenticate: a.Access.Authenticate, Orgs: a.org, Blobs: a.Blobs, Limits: a.Registry.Limits, TakesPlace: a.Dock.TakesPhotoPlace, Namings: slices.Concat(dock.Namings, document.Namings, shipment.Namings, quote.Namings, notify.Namings)})(app)
		}})
	return a, nil
}

// wire makes the areas. What one needs of another is handed over here and nowhere else.
func (a *App) wire() map[string]op.Area {
	a.Device = &device.Area{}
	a.Access = &access.Area{Devices: a.Device}
	a.Device.People = a.Access
	a.Org = &org.Area{Roles: a.Access, Watch: watch{a}, Devices: a.Device, Jobs: jobs{}}
	a.Access.Founder = a.Org
	a.prover = &prover{app: a}
	a.Org.Prover, a.Org.Progress, a.Org.Sampler, a.Org.Orgs = a.prover, steps{a}, sampler{a}, a.org
	a.Warehouse = &warehouse.Area{Jobs: jobs{}, Devices: a.Device}
	a.Access.Sites = a.Warehouse
	a.Carrier = &carrier.Area{Sites: a.Warehouse, Orgs: a.org, Jobs: jobs{}}
	mine := person{a.Access, a.Org}
	a.Order = &order.Area{Sites: a.Warehouse, Defaults: mine, People: mine, Vias: a.Carrier, Jobs: jobs{}, Orgs: a.org}
	a.Shipment = &shipment.Area{Orders: a.Order, Purchases: a.Order, Numbers: a.Org, Carriers: a.Carrier, Sites: a.Warehouse, Person: mine, Orgs: a.org}
	a.Warehouse.Loads, a.Shipment.Diary, a.Warehouse.Defaults, a.Warehouse.Partners, a.Warehouse.Carriers = a.Shipment, a.Warehouse, mine, a.Carrier, a.Carrier
	a.Rating = &rating.Area{Carriers: a.Carrier, Shipments: a.Shipment, Orders: a.Order, Sites: a.Warehouse, Setup: a.Org, Orgs: a.org}
	a.Shipment.Rates, a.Shipment.Links, a.Shipment.Jobs, a.Shipment.Setup, a.Shipment.PublicLinks = a.Rating, a.Access, jobs{}, a.Org, op.PublicLinks{Exists: a.Access.HasOrg, Orgs: a.org}
	a.Org.Places, a.Carrier.Services = a.Shipment, a.Rating
	a.Org.OrderData, a.Org.ShipmentData = a.Order, a.Shipment
	a.Rule = &rule.Area{Shipments: a.Shipment, Rates: a.Rating, Carriers: a.Carrier, Sites: a.Warehouse, Orgs: a.org}
	a.Rating.Rules, a.Shipment.Rules = a.Rule, a.Rule
	a.Routing = &routing.Area{Orders: a.Order, Sites: a.Warehouse, Rates: a.Rating, Shipments: a.Shipment, Jobs: jobs{}, Setup: a.Org}
	a.Parcel = &parcel.Area{Places: a.Shipment, Shipments: a.Shipment, Rides: a.Routing, Carriers: a.Carrier, Jobs: jobs{}, Orgs: a.org, Client: outward.Client(parcel.Patience, false)}
	a.Dock = &dock.Area{Shipments: a.Shipment, Labels: a.Org, Sites: a.Warehouse, Yard: a.Warehouse, Carriers: a.Carrier, Orders: a.Order}
	a.Shipment.Docks = a.Dock
	a.Org.Sections = slices.Concat(a.Org.Settings(), a.Shipment.Settings())
	a.Packing = &packing.Area{Orders: a.Order, Orgs: a.org}
	a.Audit = &audit.Area{Shipments: a.Shipment, Rates: a.Rating, Carriers: a.Carrier, Setup: a.Org, Sites: a.Warehouse, Orgs: a.org}

	a.Tables = slices.Concat(a.Access.Tables(), a.Org.Tables(), a.Warehouse.Tables(), a.Carrier.Tables(), order.Tables, shipment.Tables, dock.Tables(), packing.Tables())
	a.Access.Listen(a.Bus)
	a.Order.Listen(a.Bus)
	a.Warehouse.Listen(a.Bus)
	a.Rating.Listen(a.Bus)
	a.Shipment.Listen(a.Bus)
	a.Routing.Listen(a.Bus)
	a.Dock.Listen(a.Bus)
	a.Jobs = job.NewRunner(a.Bus)
	a.Document = &document.Area{Shipments: a.Shipment, Dock: a.Dock, Jobs: jobs{}, Sites: a.Warehouse, Orgs: a.org, AllOrgs: a.Access.Orgs, Names: a.Org, Chains: a.Shipment, Devices: a.Device}
	visitors := op.PublicLinks{Exists: a.Access.HasOrg, Orgs: a.org}
	a.Dock.Links, a.Dock.Bills, a.Dock.PublicLinks = a.Access, a.Document, visitors
	a.Warehouse.Floor, a.Warehouse.Links, a.Warehouse.PublicLinks, a.Warehouse.Tries = a.Dock, a.Access, visitors, &guess.Budget{Place: warehouse.SignTries}
	a.Shipment.Papers, a.Parcel.Files, a.Audit.Papers = a.Document, a.Document, a.Document
	a.Parcel.Listen(a.Bus)
	for _, kind := range []string{parcel.BuyJob, parcel.VoidJob, parcel.TrackJob} {
		a.Jobs.Handle(kind, a.Parcel.Do)
	}
	a.Document.Listen(a.Bus)
	a.Jobs.Handle(document.SignedJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Document.MakeSigned(ctx, org, []byte(j.Payload), j.Attempts)
	})
	a.Jobs.Handle(shipment.ExpiryJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		var due struct{ Tender string }
		if err := j.Into(&due); err != nil {
			return job.Never(err)
		}
		return a.Shipment.ExpireTender(ctx, org, due.Tender)
	})
	a.Jobs.Handle(warehouse.OfferJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		var due warehouse.Due
		if err := j.Into(&due); err != nil {
			return job.Never(err)
		}
		return a.Warehouse.OfferDue(ctx, org, due)
	})
	a.Jobs.Handle(shipment.PickupJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Shipment.AskPickups(ctx, org, []byte(j.Payload))
	})
	a.Jobs.Handle(shipment.ArrivalJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Shipment.Redate(ctx, org, []byte(j.Payload))
	})
	a.Jobs.Handle(shipment.RidersJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Shipment.FollowLinehaul(ctx, org, []byte(j.Payload))
	})
	a.Jobs.Handle(order.SaveJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Order.SaveOn(ctx, org, []byte(j.Payload))
	})
	a.Jobs.Handle(carrier.CodeJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Carrier.MailCode(ctx, org, []byte(j.Payload))
	})
	a.Jobs.Handle(org.FollowJob, func(ctx context.Context, db *store.DB, j job.Job) error {
		return a.Org.FollowOn(ctx, db, []byte(j.Payload))
	})
	a.Jobs.Handle(routing.RunJob, func(ctx context.Context, org *store.DB, j job.Job) error {
		return a.Routing.Run(ctx, org, []byte(j.Payload))
	})
	a.Notify = &notify.Area{People: a.Access, Links: a.Access, Shipments: a.Shipment}
	a.Notify.Listen(a.Bus, a.Jobs)
	a.Access.Mails = a.Notify
	a.Quote = &quote.Area{Shipments: a.Shipment, Carriers: a.Carrier, Rates: a.Rating, Sites: a.Warehouse, Links: a.Access, Setup: a.Org, People: a.Access, Bell: a.Notify, Files: a.Document, PublicLinks: visitors}
	a.Shipment.Languages, a.Shipment.SentMails = a.Quote, a.Notify
	a.Quote.Listen(a.Bus, a.Jobs)
	a.Tables = slices.Concat(a.Tables, document.Tables(), notify.Tables(), quote.Tables())
	a.Claim = &claim.Area{Shipments: a.Shipment, Dock: a.Dock, Papers: a.Document, Carriers: a.Carrier, Orgs: a.org}
	a.Shipment.Claims = a.Claim
	a.Tracking = &tracking.Area{Shipments: a.Shipment, Papers: a.Document, Jobs: jobs{}, Orgs: a.org, Exists: a.Access.HasOrg, Provider: tracking.ProviderAddress, Client: outward.Client(20*time.Second, false)}
	a.Shipment.Tracks = a.Tracking
	a.Tracking.Listen(a.Bus)
	for _, kind := range []string{tracking.OrderJob, tracking.ListenJob, tracking.FetchJob, tracking.BringJob} {
		a.Jobs.Handle(kind, func(ctx context.Context, org *store.DB, j job.Job) error {
			return a.Tracking.Do(ctx, org, kind, []byte(j.Payload))
		})
	}
	a.Vendor = &vendor.Area{Vendors: a.Org, Orders: a.Order, Shipments: a.Shipment, Carriers: a.Carrier, Lines: a.Carrier, Sea: a.Tracking, Sites: a.Warehouse, Links: a.Access, Setup: a.Org, Bell: a.Notify, Files: a.Document, PublicLinks: visitors}
	a.Tracking.Bookings = a.Vendor
	a.Carrier.Hauls, a.Carrier.Quotes, a.Carrier.Bills, a.Carrier.Papers, a.Carrier.Times = a.Shipment, a.Quote, a.Audit, a.Document, a.Warehouse
	a.Carrier.Links, a.Carrier.Setup, a.Carrier.PublicLinks, a.Parcel.Setup = a.Access, a.Org, visitors, a.Org
	a.Carrier.Listen(a.Bus)
	a.Integration = &integration.Area{Shipments: a.Shipment, Sites: a.Warehouse, Orders: a.Order, Exists: a.Access.HasOrg, Orgs: a.org, Unlogged: []string{carrier.CodeJob}}
	a.Integration.Listen(a.Bus, a.Jobs)
	a.Analytics = &analytics.Area{Sites: a.Warehouse, Roles: a.Access, People: mine, Orgs: a.org}
	a.Analytics.Listen(a.Jobs)
	a.Org.Followers = []org.Follower{a.Order, a.Shipment, a.Packing, a.Rating, a.Carrier, a.Rule, a.Integration}
	a.Order.Parties, a.Shipment.Parties, a.Carrier.Parties, a.Rating.Parties, a.Rule.Parties, a.Integration.Parties = a.Org, a.Org, a.Org, a.Org, a.Org, a.Org
	return map[string]op.Area{"sync": a.Device, "access": a.Access, "org": a.Org, "warehouse": a.Warehouse, "carrier": a.Carrier, "order": a.Order, "shipment": a.Shipment, "rating": a.Rating, "routing": a.Routing, "quote": a.Quote, "parcel": a.Parcel, "packing": a.Packing, "audit": a.Audit, "dock": a.Dock, "document": a.Document, "notify": a.Notify, "claim": a.Claim, "vendor": a.Vendor, "analytics": a.Analytics, "tracking": a.Tracking, "integration": a.Integration, "rule": a.Rule}
}

func (a *App) org(ctx context.Context, id string) (*store.DB, error) {
	if id == "" {
		return nil, fail.Unauthorized("no-session")
	}
	return a.Store.Org(ctx, id)
}

// person is what a person's forms begin with: of the person, else of the organisation.
type person struct {
	access *access.Area
	org    *org.Area
}

// Email is the person's own address.
func (o person) Email(ctx context.Context, tx *store.Tx) (string, error) {
	email, _, err := o.access.Mine(ctx, tx)
	return email, err
}

// Actor is somebody with the rights of this moment.
func (o person) Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error) {
	return o.access.Actor(ctx, tx, user)
}

// ItemClass is the person's own class of goods, else the organisation's.
func (o person) ItemClass(ctx context.Context, tx *store.Tx) (string, error) {
	_, class, err := o.access.Mine(ctx, tx)
	if err != nil || kitrule.FreightClass(class) {
		return class, err
	}
	return o.org.ItemClass(ctx, tx)
}

// jobs lends the job table to areas that only add to it.
type jobs struct{}

func (jobs) Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error {
	return job.Add(ctx, tx, kind, key, payload)
}

func (jobs) AddAt(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error {
	return job.At(ctx, tx, kind, key, due, payload)
}

func (jobs) Waiting(ctx context.Context, tx *store.Tx, kind string) (int, error) {
	return job.Waiting(ctx, tx, kind)
}

func (jobs) Forget(ctx context.Context, tx *store.Tx, from, before string) error {
	return job.Forget(ctx, tx, from, before)
}

// subject is whom a push service may turn to about this server: the address that its mail comes from, else where it is.
func (c Config) subject() string {
	if from, err := mail.ParseAddress(c.SMTP.From); err == nil {
		return from.Address
	}
	for _, o := range c.Origins {
		if strings.HasPrefix(o, "https://") {
			return o
		}
	}
	return "https://lading.invalid"
}

// mail finds who takes the mail: the server that is named, or in the demo a sink whose mails can be read in the app.
func (a *App) mail() (err error) {
	switch {
	case a.Config.SMTP.Address != "":
		a.Notify.Mailer, err = notify.NewMailer(a.Config.SMTP)
	case a.Config.Demo:
		if a.sink, err = notify.NewSink(); err == nil {
			a.Notify.Mailer, err = a.sink.Mailer()
		}
	}
	return err
}

// Start has jobs and the hourly work run; the demo is loaded by then.
func (a *App) Start(ctx context.Context) {
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.Jobs.Start()
	go a.tick(a.ctx)
}

func (a *App) committed(db *store.DB, from, to int64) {
	if a.poker != nil { // nobody is connected while databases first open
		a.poker.Committed(db, from, to)
	}
}

// peers are the devices that pokes go to.
func (a *App) peers(org string) []poke.Peer {
	list := a.Hub.Peers(org)
	out := make([]poke.Peer, len(list))
	for i, p := range list {
		out[i] = poke.Peer{User: p.By.User, Device: p.Device, Send: func(args any) { p.Write(lhttp.Invocation("SyncPoke", args)) }}
	}
	return out
}

// connected tells a client what it missed: that it is behind, and its notifications.
func (a *App) connected(p *lhttp.Peer) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	db, err := a.Store.Org(ctx, p.Org)
	if err == nil {
		a.poker.Greet(db, poke.Peer{User: p.By.User, Device: p.Device, Send: func(args any) { p.Write(lhttp.Invocation("SyncPoke", args)) }})
		err = db.Read(ctx, p.By, func(ctx context.Context, tx *store.Tx) error {
			list, err := a.Notify.Waiting(ctx, tx, p.By.User, p.By.Language)
			if err == nil {
				p.Write(lhttp.Invocation("ReceiveNotificationsByUser", list))
			}
			return err
		})
	}
	if err != nil {
		slog.Error("greet device", "org", p.Org, "err", err)
	}
}

// gone forgets what a device last pulled, once none of its sockets is left.
func (a *App) gone(p *lhttp.Peer) {
	if !slices.ContainsFunc(a.Hub.Peers(p.Org), func(q *lhttp.Peer) bool { return q.Device == p.Device }) {
		a.Device.Forget(p.Org, p.Device)
	}
}

// Close hangs up, ends requests, lets jobs and every writer finish, and flushes the replica.
func (a *App) Close(ctx context.Context) error {
	if a.cancel != nil {
		a.cancel()
	}
	a.prover.wg.Wait()
	var errs []error
	a.Document.Hush()
	errs = append(errs, a.Hub.Close(ctx))
	if err := a.Web.ShutdownWithContext(ctx); err != nil {
		errs = append(errs, fmt.Errorf("shut down web: %w", err))
	}
	errs = append(errs, a.Jobs.Stop(ctx))
	a.poker.Close()
	if a.sink != nil {
		errs = append(errs, a.sink.Close())
	}
	return errors.Join(append(errs, a.Store.Close(ctx), a.Blobs.Close())...)
}

// install brings an organisation's database in line with the program as it opens: the triggers of the synced tables, and pages that are new.
func (a *App) install(ctx context.Context, db *sql.DB) error {
	if err := change.Install(a.Tables)(ctx, db); err != nil {
		return err
	}
	return access.DealPages(ctx, db)
}
