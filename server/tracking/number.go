package tracking

import "strings"

// letters are the values of A to Z in a container's number: from 10 on, without the multiples of 11. Source: ISO 6346.
var letters = func() (v [26]int) {
	n := 10
	for i := range v {
		if n%11 == 0 {
			n++
		}
		v[i] = n
		n++
	}
	return v
}()

// containerNumber reads a container's number in its one form: three letters of the owner, the category, six digits and the check digit. ok is false
// where it has another form; fits reports whether the check digit is the one that follows from the rest.
func containerNumber(typed string) (number string, ok, fits bool) {
	number = strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '/' {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	if len(number) != 11 || !strings.ContainsRune("UJZR", rune(number[3])) {
		return number, false, false
	}
	sum := 0
	for i := range 10 {
		c := number[i]
		switch {
		case i < 4 && c >= 'A' && c <= 'Z':
			sum += letters[c-'A'] << i
		case i >= 4 && c >= '0' && c <= '9':
			sum += int(c-'0') << i
		default:
			return number, false, false
		}
	}
	last := number[10]
	if last < '0' || last > '9' {
		return number, false, false
	}
	return number, true, sum%11%10 == int(last-'0')
}
