package rating

import (
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// The accessorial codes of the NMFTA's electronic bill of lading that a person may ask for. OVR and HAZ come with the freight itself.
var serviceCodes = []string{"APTD", "APTP", "COD", "EXPD", "FVC", "GTD_AM", "GTD_NOON", "GTD_PM", "IDL", "INBD", "IPU", "LFTD", "LFTP", "LTDAD", "LTDAP", "MARK", "MNC", "PPD", "PSC", "PSH", "PSN", "REP", "RES", "SRT", "SS", "TCS"}

// counted are those that are charged by the piece.
var counted = []string{"MARK", "SRT"}

// Service is an accessorial that may be asked for.
type Service struct {
	Code    string `json:"code"`
	Name    string `json:"name"`
	Counted bool   `json:"counted"` // says how many pieces
	Default bool   `json:"default"`
}

// ServicesResp is the documents' answer.
type ServicesResp struct {
	Status   string    `json:"Status"`
	Services []Service `json:"Services"`
}

// Services lists what may be asked for, in the reader's language.
func (a *Area) Services(ctx context.Context, tx *store.Tx, _ op.None) (ServicesResp, error) {
	set, err := defaults(ctx, tx)
	r := ServicesResp{"success", make([]Service, 0, len(serviceCodes))}
	lang := tx.By.Language
	if lang == "" {
		lang = message.Languages[0]
	}
	for _, c := range serviceCodes {
		r.Services = append(r.Services, Service{c, message.Text(lang, "service-"+c, nil), slices.Contains(counted, c), slices.Contains(set, c)})
	}
	return r, err
}

func defaults(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT code FROM rating_service ORDER BY code`)
}

// withDefaults adds the organisation's default services to those asked for.
func withDefaults(ctx context.Context, tx *store.Tx, asked []engine.Service) ([]engine.Service, error) {
	set, err := defaults(ctx, tx)
	for _, c := range set {
		if !slices.ContainsFunc(asked, func(s engine.Service) bool { return s.Code == c }) {
			asked = append(asked, engine.Service{Code: c, Quantity: engine.Int(1)})
		}
	}
	return asked, err
}

// SelectedReq names a shipment, or none for the organisation's defaults.
type SelectedReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
}

// SelectedServices tells which services a shipment was last rated with; one that was never rated has the defaults.
func (a *Area) SelectedServices(ctx context.Context, tx *store.Tx, req SelectedReq) ([]engine.Service, error) {
	if req.ShipmentID != "" {
		if _, err := a.Shipments.Consignment(ctx, tx, req.ShipmentID); err != nil {
			return nil, err
		}
		r, ok, err := counting(ctx, tx, req.ShipmentID)
		if err != nil || ok {
			return append([]engine.Service{}, r.Request.V.Request.Services...), err
		}
	}
	return withDefaults(ctx, tx, []engine.Service{})
}

// SaveServicesReq is the set that is asked for where nobody says otherwise.
type SaveServicesReq struct {
	Services []string `json:"Services" validate:"max=40,unique"`
}

// Check wants codes that there are.
func (r *SaveServicesReq) Check() (bad []fail.Field) {
	for _, c := range r.Services {
		if !slices.Contains(serviceCodes, c) {
			bad = append(bad, fail.Of("Services", "service-unknown", "code", c))
		}
	}
	return bad
}

// CheckServices refuses codes that stand for no service.
func (a *Area) CheckServices(codes []string) error {
	if bad := (&SaveServicesReq{Services: codes}).Check(); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// Listen has the area hear of shipments whose services are others now: what was rated before is a price of something else,
// and is kept to be looked up alone.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.ServicesChanged) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM rating_result WHERE shipment_id = ?`, e.ShipmentID)
		return err
	})
}

// SaveServices sets the organisation's default services.
func (a *Area) SaveServices(ctx context.Context, tx *store.Tx, req SaveServicesReq) (ServicesResp, error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM rating_service`); err != nil {
		return ServicesResp{}, err
	}
	for _, c := range req.Services {
		if _, err := tx.ExecContext(ctx, `INSERT INTO rating_service (code) VALUES (?)`, c); err != nil {
			return ServicesResp{}, err
		}
	}
	return a.Services(ctx, tx, op.None{})
}

// ServiceNames are services as papers name them, in English, the language of the form.
func (a *Area) ServiceNames(codes []string) []string {
	names := make([]string, len(codes))
	for i, c := range codes {
		names[i] = message.Text(message.Languages[0], "service-"+c, nil)
		if !slices.Contains(serviceCodes, c) {
			names[i] = c
		}
	}
	return names
}
