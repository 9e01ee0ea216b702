package carrier

import (
	"context"
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

//go:embed directory.csv
var directoryTable string

// Listed is a carrier of the directory that comes with the program: the larger ones of North America.
type Listed struct {
	SCAC  string   `json:"SCAC"`
	Name  string   `json:"CarrierName"`
	Kind  Kind     `json:"Kind"`
	Modes []string `json:"RateModes"`
	URL   string   `json:"Url"` // empty where it is not certain
}

// Kind is what sort of carrier one of the directory is.
type Kind string

// Values are the kinds of carriers in the directory.
func (Kind) Values() []string {
	return []string{"ltl", "regional", "truckload", "broker", "parcel", "rail", "ocean"}
}

// directory gives the carriers of the directory by their SCAC.
var directory = sync.OnceValue(func() map[string]Listed {
	r := csv.NewReader(strings.NewReader(directoryTable))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic("carrier directory: " + err.Error())
	}
	all := map[string]Listed{}
	for _, c := range rows[1:] {
		all[c[0]] = Listed{SCAC: c[0], Name: c[1], Kind: Kind(c[2]), Modes: strings.Fields(c[3]), URL: c[4]}
	}
	return all
})

// ListedRow is a carrier of the directory, and whether it is among the organisation's own.
type ListedRow struct {
	Listed
	Added    bool `json:"IsAdded"`
	Disabled bool `json:"IsDisabled"`
}

// Directory lists the carriers of the directory by name.
func (a *Area) Directory(ctx context.Context, tx *store.Tx, _ op.None) ([]ListedRow, error) {
	own, err := all(ctx, tx)
	if err != nil {
		return nil, err
	}
	disabled := map[string]bool{}
	for _, c := range own {
		disabled[c.ID] = c.Disabled
	}
	list := []ListedRow{}
	for _, c := range directory() {
		off, added := disabled[c.SCAC]
		list = append(list, ListedRow{c, added, off})
	}
	slices.SortFunc(list, func(a, b ListedRow) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list, nil
}

// FromDirectoryReq names carriers of the directory.
type FromDirectoryReq struct {
	SCACs []string `json:"SCACs" validate:"required,min=1,max=200,unique,dive,required,max=4"`
}

// FromDirectoryResp tells which carriers were added, and which were there already and stayed as they were.
type FromDirectoryResp struct {
	Added []string `json:"Added"`
	There []string `json:"There"`
}

// AddFromDirectory adds carriers of the directory. Their e-mail for tenders is not known: it is entered on each, or on its freight account.
func (a *Area) AddFromDirectory(ctx context.Context, tx *store.Tx, req FromDirectoryReq) (FromDirectoryResp, error) {
	resp := FromDirectoryResp{Added: []string{}, There: []string{}}
	for _, scac := range req.SCACs {
		c, ok := directory()[strings.ToUpper(scac)]
		if !ok {
			return resp, fail.Invalid(fail.Of("SCACs", "carrier-not-listed", "carrier", scac))
		}
		_, err := find(ctx, tx, c.SCAC)
		switch {
		case err == nil:
			resp.There = append(resp.There, c.SCAC)
			continue
		case fail.CodeOf(err) == "":
			return resp, err
		}
		if err := a.Put(ctx, tx, Carrier{ID: c.SCAC, Name: c.Name, Modes: store.JSON[[]string]{V: c.Modes}, URL: c.URL}); err != nil {
			return resp, err
		}
		resp.Added = append(resp.Added, c.SCAC)
	}
	return resp, nil
}
