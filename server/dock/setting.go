package dock

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// Setting is how a warehouse wants its dock to work.
type Setting struct {
	ID            string                `json:"id" db:"id"`
	Print         bool                  `json:"print" db:"print"`
	MailBOL       bool                  `json:"mailBol" db:"mail_bol"`
	MailTo        store.JSON[[]string]  `json:"mailTo" db:"mail_to"`
	ShowUnscanned bool                  `json:"showUnscanned" db:"show_unscanned"`
	LPNLoading    bool                  `json:"lpnLoading" db:"lpn_loading"`
	Rules         store.JSON[SiteRules] `json:"rules" db:"rules"`
	// WeightTolerance is by how many percent a weight may differ from its order's before somebody is asked.
	WeightTolerance int64 `json:"weightTolerance" db:"weight_tolerance"`
	PhotoPlace      bool  `json:"photoPlace" db:"photo_place"` // photos keep where they were taken
	// PhotoPlaceUntil is how long photos of the time when they did are taken in from devices; zero where they never did.
	PhotoPlaceUntil store.Time `json:"-" db:"photo_place_until"`
}

// settingOf gives a warehouse's setting, or what holds where nobody chose.
func settingOf(ctx context.Context, tx *store.Tx, warehouse string) (Setting, error) {
	s, ok, err := store.Get[Setting](ctx, tx, `SELECT * FROM dock_setting WHERE id = ?`, warehouse)
	if !ok {
		s = Setting{ID: warehouse, Print: true, ShowUnscanned: true, LPNLoading: true, WeightTolerance: 10}
		s.MailTo.V = []string{}
	}
	return s, err
}

// WarehouseReq names a warehouse. Who works in a single one need not.
type WarehouseReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
}

// mine gives the warehouse that is meant, if the person may see it and it exists.
func (a *Area) mine(ctx context.Context, tx *store.Tx, warehouse string) (string, error) {
	sites, err := a.seen(ctx, tx)
	if err != nil {
		return "", err
	}
	if warehouse == "" {
		if len(sites) == 1 {
			return sites[0].ID, nil
		}
		return "", fail.Invalid(fail.Of("Warehouse", "field-required"))
	}
	for _, s := range sites {
		if s.ID == warehouse {
			return warehouse, nil
		}
	}
	return "", fail.NotFound("warehouse-not-yours", "warehouse", warehouse)
}

// Settings gives a warehouse's settings.
func (a *Area) Settings(ctx context.Context, tx *store.Tx, req WarehouseReq) (Setting, error) {
	w, err := a.mine(ctx, tx, req.Warehouse)
	if err != nil {
		return Setting{}, err
	}
	return settingOf(ctx, tx, w)
}

// Paper is the part of the settings that says what becomes of a signed bill.
type Paper struct {
	Print   bool     `json:"print"`
	MailBOL bool     `json:"mailBol"`
	MailTo  []string `json:"mailTo"`
}

// PrintAndMail tells what becomes of a signed bill.
func (a *Area) PrintAndMail(ctx context.Context, tx *store.Tx, req WarehouseReq) (Paper, error) {
	s, err := a.Settings(ctx, tx, req)
	return Paper{s.Print, s.MailBOL, list(s.MailTo.V)}, err
}

// Preference tells whether pallets are loaded by scanning their labels.
type Preference struct {
	LPNLoading bool `json:"lpnLoading"`
}

// PalletPreferences tells whether pallets are loaded by their labels.
func (a *Area) PalletPreferences(ctx context.Context, tx *store.Tx, req WarehouseReq) (Preference, error) {
	s, err := a.Settings(ctx, tx, req)
	return Preference{s.LPNLoading}, err
}

// change alters a warehouse's setting.
func (a *Area) change(ctx context.Context, tx *store.Tx, warehouse string, f func(*Setting)) (op.None, error) {
	w, err := a.mine(ctx, tx, warehouse)
	if err != nil {
		return op.None{}, err
	}
	s, err := settingOf(ctx, tx, w)
	if err != nil {
		return op.None{}, err
	}
	f(&s)
	return op.None{}, store.Put(ctx, tx, "dock_setting", "id", s)
}

// MailReq says whether and to whom signed bills are mailed.
type MailReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Print     *bool  `json:"Print"`
	SendMail  bool   `json:"SendMail"`
	Emails    string `json:"Emails" validate:"max=4000"` // joined with commas
}

// Check reads the addresses.
func (r *MailReq) Check() []fail.Field {
	to, bad := addresses(r.Emails)
	switch {
	case bad != "":
		return []fail.Field{fail.Of("Emails", "field-not-email")}
	case r.SendMail && len(to) == 0:
		return []fail.Field{fail.Of("Emails", "field-required")}
	case len(to) > 50:
		return []fail.Field{fail.Of("Emails", "field-too-long", "limit", 50)}
	}
	return nil
}

// SetMail saves who gets signed bills.
func (a *Area) SetMail(ctx context.Context, tx *store.Tx, req MailReq) (op.None, error) {
	to, _ := addresses(req.Emails)
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) {
		s.MailBOL, s.MailTo.V = req.SendMail, list(to)
		if req.Print != nil {
			s.Print = *req.Print
		}
	})
}

// ShowReq says whether loads without a scan are shown.
type ShowReq struct {
	Warehouse     string `json:"Warehouse" validate:"max=20"`
	ShowUnscanned bool   `json:"ShowUnscanned"`
}

// SetShowUnscanned saves whether loads without a scan are shown.
func (a *Area) SetShowUnscanned(ctx context.Context, tx *store.Tx, req ShowReq) (op.None, error) {
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) { s.ShowUnscanned = req.ShowUnscanned })
}

// PreferenceReq says whether pallets are loaded by their labels.
type PreferenceReq struct {
	Warehouse  string `json:"Warehouse" validate:"max=20"`
	LPNLoading bool   `json:"LpnLoading"`
}

// SetPalletPreferences saves whether pallets are loaded by their labels.
func (a *Area) SetPalletPreferences(ctx context.Context, tx *store.Tx, req PreferenceReq) (op.None, error) {
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) { s.LPNLoading = req.LPNLoading })
}

// PhotoPlaceReq says whether photos keep where they were taken.
type PhotoPlaceReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Keep      bool   `json:"Keep"`
}

// SetPhotoPlace saves whether photos keep where they were taken.
func (a *Area) SetPhotoPlace(ctx context.Context, tx *store.Tx, req PhotoPlaceReq) (op.None, error) {
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) {
		if s.PhotoPlace && !req.Keep {
			s.PhotoPlaceUntil = store.At(tx.Now.Add(store.NamelessAfter)) // as long as a device may be away
		}
		s.PhotoPlace = req.Keep
	})
}

// KeepsPhotoPlace tells whether a warehouse's photos keep where they were taken.
func (a *Area) KeepsPhotoPlace(ctx context.Context, tx *store.Tx, warehouse string) (bool, error) {
	s, err := settingOf(ctx, tx, warehouse)
	return s.PhotoPlace, err
}

// TakesPhotoPlace tells whether one of the warehouses whose work the person sees keeps it, or did until lately: a device may still hold photos of that time, which are
// evidence under the hash that was signed. A file comes in before what names it, so the server does not know yet for which of them it is; the device, which does, has
// taken the place out of the others' photos.
func (a *Area) TakesPhotoPlace(ctx context.Context, tx *store.Tx) (bool, error) {
	keep, err := store.Select[string](ctx, tx, `SELECT id FROM dock_setting WHERE photo_place OR photo_place_until > ?`, store.At(tx.Now))
	return slices.ContainsFunc(keep, tx.By.SeesWarehouse), err
}

// PutSetting writes a warehouse's settings whole.
func (a *Area) PutSetting(ctx context.Context, tx *store.Tx, s Setting) error {
	return store.Put(ctx, tx, "dock_setting", "id", s)
}
