package engine

import "math/big"

// Unit is so many equal handling units, measured outside with pallet and overhang. Inches and pounds.
type Unit struct {
	Length    Dec  `json:"length"`
	Width     Dec  `json:"width"`
	Height    Dec  `json:"height"`
	Count     int  `json:"count"`
	Stackable bool `json:"stackable"`
	MaxStack  int  `json:"maxStack"` // 0 is as high as the trailer
	Cube      Dec  `json:"cube"`     // cubic feet of all of them, where somebody states it: it counts instead of the sides
	Feet      Dec  `json:"feet"`     // linear feet, likewise
}

// The floor that linear feet are counted on.
const (
	trailerWidth  = 100 * one
	trailerHeight = 108 * one
)

// Load is how much room a shipment takes.
type Load struct {
	Cube    Dec // cubic feet
	Feet    Dec // linear feet of floor
	Longest Dec // inches
	Units   int
	inches  *big.Int // cubic, in ten-thousandths of each inch, so 10⁻¹²
}

// measure sums units up. Rows are counted for each kind of unit on its own, two across where they fit.
func measure(units []Unit) Load {
	l := Load{inches: new(big.Int)}
	var inches Dec
	for _, u := range units {
		if u.Cube > 0 {
			l.inches.Add(l.inches, new(big.Int).Mul(big.NewInt(int64(u.Cube)), big.NewInt(1728*100_000_000)))
		}
		inches += u.Feet * 12
		if u.Count <= 0 || u.Length <= 0 || u.Width <= 0 || u.Height <= 0 {
			continue
		}
		v := new(big.Int).Mul(big.NewInt(int64(u.Length)), big.NewInt(int64(u.Width)))
		v.Mul(v, big.NewInt(int64(u.Height))).Mul(v, big.NewInt(int64(u.Count)))
		if u.Cube == 0 {
			l.inches.Add(l.inches, v)
		}
		stack := 1
		if u.Stackable {
			stack = max(1, int(trailerHeight/u.Height))
			if u.MaxStack > 0 {
				stack = min(stack, u.MaxStack)
			}
		}
		places := (u.Count + stack - 1) / stack
		across := max(1, int(trailerWidth/u.Width))
		if u.Feet == 0 {
			inches += Dec((places+across-1)/across) * u.Length
		}
		l.Longest = max(l.Longest, u.Length, u.Width)
		l.Units += u.Count
	}
	l.Feet = Feet(inches)
	l.Cube = ratio(l.inches, big.NewInt(1728*100_000_000))
	return l
}

// Measure tells cubic feet, linear feet and the longest side of handling units.
func Measure(units []Unit) Load { return measure(units) }

// ratio rounds half up.
func ratio(a, b *big.Int) Dec {
	q := new(big.Int).Mul(a, big.NewInt(2))
	q.Add(q, b).Div(q, new(big.Int).Mul(b, big.NewInt(2)))
	return Dec(q.Int64())
}

// under tells whether so many pounds are less than a density, without rounding between. Nothing is under 0, and nothing without dimensions.
func (l Load) under(weight, pcf Dec) bool {
	if l.inches.Sign() == 0 {
		return false
	}
	// weight/10⁴ ÷ (inches/10¹²/1728) < pcf/10⁴  ⇔  weight·1728·10¹² < pcf·inches
	a := new(big.Int).Mul(big.NewInt(int64(weight)), big.NewInt(1728*1_000_000_000_000))
	return a.Cmp(new(big.Int).Mul(big.NewInt(int64(pcf)), l.inches)) < 0
}

// pounds is the weight of the room at a density, up to the next pound.
func (l Load) pounds(pcf Dec) int64 {
	a := new(big.Int).Mul(big.NewInt(int64(pcf)), l.inches)
	b := big.NewInt(1728)
	b.Mul(b, big.NewInt(1_000_000_000_000)).Mul(b, big.NewInt(int64(one)))
	a.Add(a, b).Sub(a, big.NewInt(1))
	return a.Div(a, b).Int64()
}

// density is pounds a cubic foot, 0 where no dimensions are known.
func density(weight Dec, l Load) Dec {
	if l.inches.Sign() == 0 {
		return 0
	}
	a := new(big.Int).Mul(big.NewInt(int64(weight)), big.NewInt(1728*1_000_000_000_000))
	return ratio(a, l.inches)
}

// Density is pounds a cubic foot, 0 where no dimensions are known.
func (l Load) Density(weight Dec) Dec { return density(weight, l) }

// Inches converts a length, to a ten-thousandth of an inch. An unknown unit is inches.
func Inches(length Dec, unit string) Dec {
	switch unit {
	case "ft":
		return length * 12
	case "cm":
		return Dec(HalfUp.share(int64(length), 100, 254))
	case "m":
		return Dec(HalfUp.share(int64(length), 10_000, 254))
	case "mm":
		return Dec(HalfUp.share(int64(length), 10, 254))
	}
	return length
}

// Feet are inches in feet.
func Feet(inches Dec) Dec { return Dec(HalfUp.share(int64(inches), 1, 12)) }

// CubicFeet converts cubic metres, to a ten-thousandth of a cubic foot.
func CubicFeet(metres Dec) Dec { return Dec(HalfUp.share(int64(metres), 353_146_667, 10_000_000)) }
