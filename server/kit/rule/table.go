// Package rule holds the rules of what people type: what a phone number looks like, how long a postal code may be, which zone of the
// density scale a load is in. The figures stand in one table, which the screens have too (sync/client/gen/rules.ts); the few lines that
// read it are written once here and once for the screen, and both run the cases of sync/testdata/rules.json.
package rule

import (
	"cmp"
	"regexp"
	"slices"

	"lading/server/kit/geo"
)

// Table is what server and screen share. Patterns are written so that Go and JavaScript read them alike.
type Table struct {
	Email          string             `json:"email"`          // one address
	EmailCut       string             `json:"emailCut"`       // what stands between two
	Phone          string             `json:"phone"`          // one number
	PhoneCut       string             `json:"phoneCut"`       // what stands between two
	PhoneKey       string             `json:"phoneKey"`       // a key that the field takes
	ZipKey         string             `json:"zipKey"`         // likewise
	Zip            string             `json:"zip"`            // a postal code of the United States or Canada
	Clock24        string             `json:"clock24"`        // 13:05
	ClockSeconds   string             `json:"clockSeconds"`   // 13:05, or 13:05:30
	Clock12        string             `json:"clock12"`        // 01:05 PM
	NMFC           string             `json:"nmfc"`           // item, and sub after a hyphen or as it is called
	UN             string             `json:"un"`             // UN1263
	HazardClass    string             `json:"hazardClass"`    // 3, 1.4S
	PackingGroups  []string           `json:"packingGroups"`  //
	FileTypes      []string           `json:"fileTypes"`      // that may be attached
	PalletMax      int                `json:"palletMax"`      //
	ZipMax         int                `json:"zipMax"`         //
	StateMax       int                `json:"stateMax"`       //
	ContactMax     int                `json:"contactMax"`     //
	PasteMax       int                `json:"pasteMax"`       // of pasted text, without its blanks
	Classes        []string           `json:"classes"`        // of freight
	DefaultClass   string             `json:"defaultClass"`   //
	DefaultPackage string             `json:"defaultPackage"` //
	ParcelPackage  string             `json:"parcelPackage"`  //
	DefaultUnit    string             `json:"defaultUnit"`    // of an order: Cartons
	CollectFrom    string             `json:"collectFrom"`    // the pickup window of collect orders
	CollectTo      string             `json:"collectTo"`      //
	NewCarrier     string             `json:"newCarrier"`     // the code that stands for a carrier that is not there yet
	Pounds         map[string]float64 `json:"pounds"`         // in one unit of weight
	Inches         map[string]float64 `json:"inches"`         // in one unit of length
	Density        []Density          `json:"density"`        // of the NMFC since 19 July 2025
	ZipStates      []ZipStates        `json:"zipStates"`      // which state a ZIP code is in
	Extension      string             `json:"extension"`      // the end of a telephone number that only a switchboard knows
	NOS            string             `json:"nos"`            // a shipping name that names a group of materials
	Paper          ShippingPaper      `json:"paper"`          // of hazardous materials
}

// Density is a step of the scale: under so many pounds a cubic foot, this class. The last step has no limit.
type Density struct {
	Under float64 `json:"under"`
	Class string  `json:"class"`
}

// ZipStates are neighbouring three-digit prefixes of one state.
type ZipStates struct {
	From  string `json:"from"`
	To    string `json:"to"`
	State string `json:"state"`
}

// The rules. The documents give the lengths, the file types, the windows and the keys; the shape of a phone number also takes the dot, the
// blank, the plus and the capital E that the documents' own message shows ("999-999-9999 Ext. 999").
var The = Table{
	Email:          `^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$`,
	EmailCut:       `[,;&]`,
	Phone:          `^([0-9()+. -]|[Ee][Xx][Tt]|[Xx]|[Tt]){10,50}$`,
	PhoneCut:       `,`,
	PhoneKey:       `^[0-9+,()xteE. -]$`,
	ZipKey:         `^[0-9A-Za-z()-]$`,
	Zip:            `^([0-9]{5}(-[0-9]{4})?|[A-Za-z][0-9][A-Za-z][ -]?[0-9][A-Za-z][0-9])$`,
	Clock24:        `^([01][0-9]|2[0-3]):([0-5][0-9])$`,
	ClockSeconds:   `^([01][0-9]|2[0-3]):([0-5][0-9])(:[0-5][0-9])?$`,
	Clock12:        `^(0[1-9]|1[0-2]):([0-5][0-9]) ([AP])M$`,
	NMFC:           `^([0-9]{3,6})(([-. ]|[-. ]?[sS][uU][bB][-. ]?)([0-9]{1,2}))?$`,
	UN:             `^(UN|NA|ID)[0-9]{4}$`,
	HazardClass:    `^(1\.[1-6][A-S]?|2\.[123]|3|4\.[123]|5\.[12]|6\.[12]|7|8|9)$`,
	PackingGroups:  []string{"I", "II", "III"},
	FileTypes:      []string{"pdf", "csv", "xls", "xlsx", "zpl", "png", "jpeg", "jpg", "docx", "xlsm", "json", "doc", "txt"},
	PalletMax:      120,
	ZipMax:         10,
	StateMax:       2,
	ContactMax:     30,
	PasteMax:       250,
	Classes:        []string{"50", "55", "60", "65", "70", "77.5", "85", "92.5", "100", "110", "125", "150", "175", "200", "250", "300", "400", "500"},
	DefaultClass:   "70",
	DefaultPackage: "CTN",
	ParcelPackage:  "02",
	DefaultUnit:    "Cartons",
	CollectFrom:    "11:00",
	CollectTo:      "15:30",
	NewCarrier:     "TLXQ1",
	Pounds:         map[string]float64{"lb": 1, "kg": 2.20462262, "mt": 2204.62262},
	Inches:         map[string]float64{"in": 1, "ft": 12, "cm": 1 / 2.54, "mm": 1 / 25.4, "m": 100 / 2.54},
	Density: []Density{{1, "400"}, {2, "300"}, {4, "250"}, {6, "175"}, {8, "125"}, {10, "100"}, {12, "92.5"}, {15, "85"}, {22.5, "70"}, {30, "65"}, {35, "60"}, {50, "55"},
		{0, "50"}},
	ZipStates: zipStates(),
	Extension: `([Ee][Xx][Tt]|[Xx]|[Tt])[. ]*[0-9]*`,
	NOS:       `\b[Nn]\. ?[Oo]\. ?[Ss]\b`,
	Paper:     paper,
}

// zipStates joins neighbouring prefixes of one state.
func zipStates() []ZipStates {
	var out []ZipStates
	for _, p := range geo.Prefixes() {
		if n := len(out); n > 0 && out[n-1].State == p.State {
			out[n-1].To = p.Zip3
			continue
		}
		out = append(out, ZipStates{p.Zip3, p.Zip3, p.State})
	}
	slices.SortFunc(out, func(a, b ZipStates) int { return cmp.Compare(a.From, b.From) })
	return out
}

var (
	email, emailCut     = regexp.MustCompile(The.Email), regexp.MustCompile(The.EmailCut)
	phone, phoneCut     = regexp.MustCompile(The.Phone), regexp.MustCompile(The.PhoneCut)
	phoneKey, zipKey    = regexp.MustCompile(The.PhoneKey), regexp.MustCompile(The.ZipKey)
	zip, nmfc           = regexp.MustCompile(The.Zip), regexp.MustCompile(The.NMFC)
	un, hazard          = regexp.MustCompile(The.UN), regexp.MustCompile(The.HazardClass)
	clock24, clock12    = regexp.MustCompile(The.Clock24), regexp.MustCompile(The.Clock12)
	clockSeconds, white = regexp.MustCompile(The.ClockSeconds), regexp.MustCompile(`\s+`)
)
