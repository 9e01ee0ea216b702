package geo

import "strings"

// zones are the IANA zones that most of a state or province keeps.
var zones = map[string]string{
	"CT": eastern, "DC": eastern, "DE": eastern, "FL": eastern, "GA": eastern, "KY": eastern, "MA": eastern, "MD": eastern, "ME": eastern, "NC": eastern, "NH": eastern, "NJ": eastern, "NY": eastern,
	"OH": eastern, "PA": eastern, "RI": eastern, "SC": eastern, "VA": eastern, "VT": eastern, "WV": eastern,
	"IN": "America/Indiana/Indianapolis", "MI": "America/Detroit",
	"AL": central, "AR": central, "IA": central, "IL": central, "KS": central, "LA": central, "MN": central, "MO": central, "MS": central, "ND": central, "NE": central, "OK": central, "SD": central, "TN": central,
	"TX": central, "WI": central,
	"CO": mountain, "MT": mountain, "NM": mountain, "UT": mountain, "WY": mountain, "ID": "America/Boise", "AZ": "America/Phoenix",
	"CA": pacific, "NV": pacific, "OR": pacific, "WA": pacific, "AK": "America/Anchorage", "HI": "Pacific/Honolulu", "PR": "America/Puerto_Rico", "VI": "America/Puerto_Rico", "GU": "Pacific/Guam",
	"NL": "America/St_Johns", "NS": "America/Halifax", "PE": "America/Halifax", "NB": "America/Moncton", "QC": "America/Toronto", "ON": "America/Toronto", "MB": "America/Winnipeg", "SK": "America/Regina",
	"AB": "America/Edmonton", "BC": "America/Vancouver", "YT": "America/Whitehorse", "NT": "America/Yellowknife", "NU": "America/Iqaluit",
}

const (
	eastern  = "America/New_York"
	central  = "America/Chicago"
	mountain = "America/Denver"
	pacific  = "America/Los_Angeles"
)

// beside are the prefixes whose clocks differ from most of their state's (49 CFR part 71).
var beside = map[string]string{
	"324": central, "325": central, // Florida west of the Apalachicola
	"373": eastern, "374": eastern, "376": eastern, "377": eastern, "378": eastern, "379": eastern, // East Tennessee
	"420": central, "421": central, "422": central, "423": central, "424": central, "427": eastern, // Western Kentucky
	"463": central, "464": central, "476": central, "477": central, // Gary, Evansville
	"577": mountain, "586": mountain, "693": mountain, // Rapid City, Dickinson, Alliance
	"798": mountain, "799": mountain, "885": mountain, // El Paso
	"835": pacific, "838": pacific, // Lewiston, Coeur d'Alene
	"979": "America/Boise", // Malheur County
}

// Zone is the IANA zone of a postal code's area; empty where the area is not known. Counties that differ from their prefix are not told apart.
func Zone(postal string) string {
	postal = strings.ToUpper(strings.TrimSpace(postal))
	if z, ok := beside[postal[:min(3, len(postal))]]; ok {
		return z
	}
	return zones[State(postal)]
}
