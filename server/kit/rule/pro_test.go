package rule

import "testing"

func TestPRO_FollowsTheCarriersRule(t *testing.T) {
	for pro, scac := range map[string]string{"123-456782": "CNWY", "100-000003": "CNWY", "000-000070": "CNWY", "100-340397-9": "RDWY", "828-561881-X": "RDWY", "111-003542-0": "RDWY", "200-123456-8": "RDWY",
		"07209562763": "ODFL", "884-1203": "ODFL", "07209562773": "SAIA"} {
		if !PRO(scac, pro) {
			t.Errorf("%s of %s is refused", pro, scac)
		}
	}
	for pro, scac := range map[string]string{"07209562773": "ODFL", "123-456783": "CNWY", "100-340397-8": "RDWY", "123-456787": "CNWY"} {
		if PRO(scac, pro) {
			t.Errorf("%s of %s is taken", pro, scac)
		}
	}
}
