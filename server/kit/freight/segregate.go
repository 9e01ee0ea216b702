package freight

import (
	"slices"
	"strings"
)

// Together says how two hazardous goods may ride on one vehicle.
type Together int

// The answers, from the least to the most that is asked.
const (
	Free      Together = iota
	Separated          // so that what leaks from one cannot mix with the other (O)
	Never              // (X)
)

// divisions are the rows and columns of the segregation table.
var divisions = []string{"1.1", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3A", "2.3B", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "7", "8"}

// segregation is the table of 49 CFR 177.848(d): X never, O separated, * by the compatibility of explosives. 1.1 stands for 1.2, too; 6.1 is of liquids of packing
// group I in hazard zone A, 8 of liquids.
var segregation = [18]string{
	"*****XXXXXXXXXXXXX",
	"*****X.XXX.XXXXX.X",
	"*****O.OOO.O...O.O",
	"*****XXXXXXXXXXXXX",
	"*****.............",
	"XXOX...XO......OO.",
	"X..X..............",
	"XXOX.X...XXXXXX..X",
	"XXOX.O...OOOOOO..O",
	"XXOX...XO....O.X..",
	"X..X...XO......X.O",
	"XXOX...XO......X.X",
	"XX.X...XO......X.O",
	"XX.X...XOO.....X.O",
	"XX.X...XO......X.O",
	"XXOX.O...XXXXXX..X",
	"X..X.O............",
	"XXOX...XO.OXOOOX..",
}

// Segregate says how two goods may ride together by 49 CFR 177.848, by their own and their subsidiary hazards. What the papers do not tell is taken for the worse: a
// poisonous gas for zone A, a poison of packing group I for a liquid of zone A, a corrosive for a liquid and, where its number does not tell otherwise, for an acid,
// which never rides with a cyanide (177.848(c)), whatever the packing groups. Limited quantities are not segregated, since they bear no label. Explosives of unlike
// division or compatibility never ride together, which is stricter than 177.848(f).
func Segregate(a, b Hazmat) Together {
	if a.LimitedQty || b.LimitedQty {
		return Free
	}
	one, two := a.hazards(), b.hazards()
	if a.cyanide() && b.acid(two) || b.cyanide() && a.acid(one) {
		return Never // 177.848(c)
	}
	if len(one) > 0 && len(two) > 0 && one[0] == two[0] && a.primary() == b.primary() {
		return Free // of one class (177.848(e)(6))
	}
	worst := Free
	for _, x := range one {
		for _, y := range two {
			i, j := slices.Index(divisions, x), slices.Index(divisions, y)
			switch segregation[i][j] {
			case 'X', '*':
				worst = Never
			case 'O':
				worst = max(worst, Separated)
			}
		}
	}
	return worst
}

// cyanides are the UN numbers whose proper shipping names in 49 CFR 172.101 are of cyanides, their mixtures and solutions.
var cyanides = []string{"1051", "1565", "1575", "1587", "1588", "1613", "1614", "1620", "1626", "1636", "1642", "1653", "1679", "1680", "1684", "1689", "1713", "1889", "1935", "2316", "2317", "3294", "3413", "3414"}

// alkalis are the UN numbers of corrosives that are no acids: caustic alkalis, hydroxides, oxides, sulfides, ammonia and amines, batteries filled with alkali, and those that are basic by name.
var alkalis = []string{"1719", "1813", "1814", "1823", "1824", "1825", "1847", "1849", "1907", "2029", "2030", "2033", "2672", "2677", "2678", "2679", "2680", "2681", "2682", "2735", "2795", "3028", "3253", "3262", "3263", "3266", "3267"}

func (h Hazmat) number() string {
	return strings.TrimSpace(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(h.UN)), "UN"))
}

func (h Hazmat) cyanide() bool { return slices.Contains(cyanides, h.number()) }

func (h Hazmat) acid(rows []string) bool {
	return slices.Contains(rows, "8") && !slices.Contains(alkalis, h.number())
}

// Singular is the UN number of goods where it decides what they ride with, beside their hazards; else it is empty.
func (h Hazmat) Singular() string {
	if n := h.number(); h.cyanide() || slices.Contains(alkalis, n) {
		return n
	}
	return ""
}

func (h Hazmat) primary() string { return strings.ToUpper(strings.TrimSpace(h.Class)) }

// hazards are the rows of the table that goods are in, their own first.
func (h Hazmat) hazards() (rows []string) {
	for i, text := range append([]string{h.Class}, strings.FieldsFunc(h.Subsidiary, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '(' || r == ')' || r == '/' })...) {
		d := strings.TrimSpace(strings.ToUpper(text))
		d = strings.TrimPrefix(d, "CLASS ")
		switch {
		case d == "1.2" || strings.HasPrefix(d, "1.1") || strings.HasPrefix(d, "1.2"):
			d = "1.1"
		case len(d) > 3 && strings.HasPrefix(d, "1."):
			d = d[:3] // with its compatibility group
		case d == "2.3":
			d = "2.3A"
		case d == "6.1" && h.PackingGroup != "I":
			continue // the table has those of packing group I alone
		}
		if slices.Contains(divisions, d) && (i == 0 || !slices.Contains(rows, d)) {
			rows = append(rows, d)
		}
	}
	return rows
}
