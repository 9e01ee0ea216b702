package rating

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/resource"
	"lading/server/store"
)

// CubeProfileReq is a way to rate freight by its room: from so many cubic feet on, what is lighter than the density is rated as if it
// weighed so many pounds a cubic foot. A carrier's contract that has a cubic rule of its own keeps it.
type CubeProfileReq struct {
	ID       string       `json:"ProfileId" db:"id" validate:"max=40"`
	Name     string       `json:"Name" db:"name" validate:"required,max=60" field:"trim"`
	From     engine.Dec   `json:"FromFeet" db:"from_feet"`
	Density  engine.Dec   `json:"Density" db:"density"`
	Pounds   engine.Dec   `json:"Pounds" db:"pounds"`
	Class    engine.Class `json:"Class" db:"class"`
	Discount *engine.Dec  `json:"Discount" db:"discount"`
	resource.Based
}

// CubeProfile is a profile as it is kept. What was rated keeps the rule that it was rated by.
type CubeProfile struct {
	CubeProfileReq
	resource.Stamp
}

func cubes(a *Area) *resource.Table[CubeProfileReq, CubeProfile] {
	return resource.Of(resource.Spec[CubeProfileReq, CubeProfile]{
		Table: "rating_cube", Noun: "cube", Order: "name", Read: right.ManagePlanning, Write: right.ManagePlanning,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name"}},
		Paths:  resource.Paths{Save: "Rating/SaveCubeProfile", Restore: "Rating/RestoreCubeProfile"},
	})
}

func (p CubeProfile) rule() engine.Capacity {
	return engine.Capacity{Kind: engine.Cubic, From: p.From, Density: p.Density, Pounds: p.Pounds, Class: p.Class, Discount: p.Discount}
}

// CubeUse says by which profile a carrier is rated.
type CubeUse struct {
	Carrier string     `json:"Carrier" db:"carrier"` // empty is every carrier without one of its own
	Profile string     `json:"ProfileId" db:"cube_id"`
	At      store.Time `json:"At" db:"at"`
	By      string     `json:"By" db:"by_user"`
}

// CubesResp is all of cube rating: it is small.
type CubesResp struct {
	Status   string        `json:"Status"`
	Profiles []CubeProfile `json:"Profiles"`
	Uses     []CubeUse     `json:"Uses"`
}

// Cubes lists the profiles, and which carrier is rated by which.
func (a *Area) Cubes(ctx context.Context, tx *store.Tx, _ op.None) (r CubesResp, err error) {
	r.Status = "success"
	if r.Profiles, err = cubes(a).List(ctx, tx); err == nil {
		r.Uses, err = store.Select[CubeUse](ctx, tx, `SELECT * FROM rating_cube_carrier ORDER BY carrier LIMIT 2000`)
	}
	return r, err
}

// Check judges the figures. A rule that rates less than the freight may weigh would never count.
func (r *CubeProfileReq) Check() (bad []fail.Field) {
	if r.From < 0 || r.From > engine.Int(10_000) {
		bad = append(bad, fail.Of("FromFeet", "cube-from-invalid"))
	}
	if r.Density <= 0 || r.Density > engine.Int(100) {
		bad = append(bad, fail.Of("Density", "cube-density-invalid"))
	}
	if r.Pounds <= 0 || r.Pounds > engine.Int(100) {
		bad = append(bad, fail.Of("Pounds", "cube-density-invalid"))
	}
	if d := r.Discount; d != nil && (*d < 0 || *d > engine.Int(100)) {
		bad = append(bad, fail.Of("Discount", "cube-discount-invalid"))
	}
	return bad
}

// CubeKey names a profile.
type CubeKey struct {
	ID string `json:"ProfileId" validate:"required,max=40"`
}

// DeleteCubeProfile takes a profile away that no carrier is rated by.
func (a *Area) DeleteCubeProfile(ctx context.Context, tx *store.Tx, req CubeKey) (CubesResp, error) {
	if _, err := cubes(a).End(ctx, tx, req.ID); err != nil {
		return CubesResp{}, err
	}
	return a.Cubes(ctx, tx, op.None{})
}

// CubeUseReq puts a carrier under a profile; no profile takes it away.
type CubeUseReq struct {
	Carrier string `json:"Carrier" validate:"max=10"`
	Profile string `json:"ProfileId" validate:"max=40"`
}

// SaveCubeUse says by which profile a carrier is rated from now on.
func (a *Area) SaveCubeUse(ctx context.Context, tx *store.Tx, req CubeUseReq) (CubesResp, error) {
	if req.Profile == "" {
		if _, err := tx.ExecContext(ctx, `DELETE FROM rating_cube_carrier WHERE carrier = ?`, req.Carrier); err != nil {
			return CubesResp{}, err
		}
		return a.Cubes(ctx, tx, op.None{})
	}
	if _, err := cubes(a).Get(ctx, tx, req.Profile); err != nil {
		return CubesResp{}, err
	}
	if req.Carrier != "" {
		if err := a.ours(ctx, tx, req.Carrier); err != nil {
			return CubesResp{}, err
		}
	}
	if err := store.Put(ctx, tx, "rating_cube_carrier", "carrier", CubeUse{req.Carrier, req.Profile, store.At(tx.Now), tx.By.User}); err != nil {
		return CubesResp{}, err
	}
	return a.Cubes(ctx, tx, op.None{})
}

// cubeRules are what a rating needs of the profiles; they go into the request, so that an old price can be found again.
func cubeRules(ctx context.Context, tx *store.Tx) ([]engine.CubeRule, error) {
	type row struct {
		CubeProfile
		Carrier string `db:"carrier"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT p.*, c.carrier FROM rating_cube_carrier c JOIN rating_cube p ON p.id = c.cube_id ORDER BY c.carrier`)
	var rules []engine.CubeRule
	for _, r := range rows {
		rules = append(rules, engine.CubeRule{Carrier: r.Carrier, Profile: r.Name, Capacity: r.rule()})
	}
	return rules, err
}

// TryCubeReq is goods to look at.
type TryCubeReq struct {
	Items []freight.Item `json:"Items" validate:"required,min=1,max=200,dive"`
}

// CubeTried is what one profile makes of the goods.
type CubeTried struct {
	Profile string       `json:"ProfileId"`
	Name    string       `json:"Name"`
	Counts  bool         `json:"Counts"`
	Why     string       `json:"Why"`    // a code: too small, too dense, or that it counts
	Weight  engine.Dec   `json:"Weight"` // pounds that would be rated
	Class   engine.Class `json:"Class"`
}

// TryCubeResp is the room that goods take, and what each profile makes of it.
type TryCubeResp struct {
	Status  string      `json:"Status"`
	Cube    engine.Dec  `json:"Cube"`
	Density engine.Dec  `json:"Density"`
	Weight  engine.Dec  `json:"Weight"`
	Rows    []CubeTried `json:"Rows"`
}

// TryCube tells which profiles would count for goods, and what they would rate.
func (a *Area) TryCube(ctx context.Context, tx *store.Tx, req TryCubeReq) (TryCubeResp, error) {
	var q question
	q.goods(req.Items)
	r := q.Request
	resp := TryCubeResp{Status: "success", Rows: []CubeTried{}}
	for _, it := range r.Items {
		resp.Weight += it.Weight
	}
	all, err := a.Cubes(ctx, tx, op.None{})
	if err != nil {
		return resp, err
	}
	load := engine.Measure(r.Units)
	resp.Cube, resp.Density = load.Cube, load.Density(resp.Weight)
	for _, p := range all.Profiles {
		weight, why := p.rule().On(load, resp.Weight)
		t := CubeTried{Profile: p.ID, Name: p.Name, Counts: why == "", Why: why, Weight: resp.Weight, Class: r.Items[0].Class}
		if t.Counts {
			t.Why, t.Weight = "cube-counts", weight
			if p.Class != 0 {
				t.Class = p.Class
			}
		}
		resp.Rows = append(resp.Rows, t)
	}
	return resp, nil
}
