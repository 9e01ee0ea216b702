package op

import (
	"reflect"
	"strconv"
	"strings"
)

// Example is a request with all fields of a call, each with a value that its tags accept. What the values mean is for who fills them in: there is no such order.
func Example(t reflect.Type) any {
	w := &walker{named: map[string]*shape{}}
	return w.of(t).example("", "", 0)
}

// examples are values by a field's name in lower case, where a field of that name is judged by more than its tags.
var examples = map[string]string{
	"zip": "30303", "zipcode": "30303", "postalcode": "30303", "state": "GA", "city": "Atlanta", "country": "US", "street": "100 Peachtree St", "street2": "", "address": "100 Peachtree St", "phone": "404-555-0100", "emergencyphone": "800-424-9300",
	"email": "desk@example.com", "tenderemail": "desk@example.com", "carrier": "ODFL", "scac": "ODFL", "warehouse": "ATL", "whse": "ATL", "warehouseid": "ATL", "currency": "USD", "unit": "lb", "class": "70", "itemclass": "70",
	"un": "UN1263", "pickupfrom": "08:00", "pickupto": "16:00", "opens": "08:00", "closes": "16:00", "url": "https://example.com/in", "zone": "America/New_York", "packagetype": "CTN",
}

const deepest = 6 // objects within objects: a request that contains itself ends there

func (s *shape) example(name, rule string, depth int) any {
	own, inner, _ := strings.Cut(rule, "dive")
	limit := map[string]string{}
	for _, r := range strings.Split(strings.Trim(own, ","), ",") {
		k, v, _ := strings.Cut(r, "=")
		limit[k] = v
	}
	_, required := limit["required"]
	switch s.kind {
	case "instant":
		return "2026-12-01T14:00:00Z"
	case "boolean":
		return false
	case "integer", "number":
		for _, k := range []string{"gte", "min"} {
			if n, err := strconv.ParseInt(limit[k], 10, 64); err == nil && n > 0 {
				return n
			}
		}
		if first, _, _ := strings.Cut(limit["oneof"], " "); first != "" {
			if n, err := strconv.ParseInt(first, 10, 64); err == nil {
				return n
			}
		}
		return 1
	case "list":
		n := 1
		if least, err := strconv.Atoi(limit["min"]); err == nil && least > 1 && s.elem.kind != "string" {
			n = least
		}
		if depth >= deepest && !required {
			return []any{}
		}
		out := make([]any, n)
		for i := range out {
			out[i] = s.elem.example(name, strings.Trim(inner, ","), depth+1)
		}
		return out
	case "map", "any":
		return map[string]any{}
	case "none", "bytes":
		return nil
	case "object":
		if depth >= deepest {
			if s.pointer {
				return nil
			}
			return map[string]any{}
		}
		out := map[string]any{}
		for _, f := range s.fields {
			out[f.name] = f.shape.example(f.name, f.rule, depth+1)
		}
		return out
	}
	if s.decimal {
		return "1"
	}
	if len(s.values) > 0 && limit["oneof"] == "" {
		return s.values[0]
	}
	text := ""
	if first, _, _ := strings.Cut(limit["oneof"], " "); first != "" {
		return first
	}
	if known, ok := examples[strings.ToLower(name)]; ok {
		text = known
	} else {
		text = "text"
	}
	for k, v := range map[string]string{"day": "2026-12-01", "email": "desk@example.com", "ulid": "01M86KSM8W9TG26TAM1Q48ZMQG", "hexadecimal": strings.Repeat("ab", 32)} {
		if _, ok := limit[k]; ok {
			text = v
		}
	}
	for _, k := range []string{"len", "max"} {
		if n, err := strconv.Atoi(limit[k]); err == nil && len(text) > n {
			text = text[:n]
		}
	}
	for _, k := range []string{"len", "min"} {
		if n, err := strconv.Atoi(limit[k]); err == nil && len(text) < n {
			text += strings.Repeat("0", n-len(text))
		}
	}
	return text
}
