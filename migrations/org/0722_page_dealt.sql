-- +goose Up
-- The pages that the first groups were offered once. A page that comes with a later release is given to the groups that the page list names for it when the
-- database opens, and noted here, so that an administrator who takes it away from a group is not overruled. Pack Verify came after the first groups were made.
CREATE TABLE access_page_dealt (page INTEGER PRIMARY KEY) STRICT;
INSERT INTO access_page_dealt (page) VALUES (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (56), (57), (58), (59), (60), (61), (62), (63), (64), (65), (66), (67), (68), (69), (70), (71), (73), (74), (75), (76), (77), (78), (82), (83), (84), (85), (86), (87), (88), (89), (90), (91), (92), (93), (94), (96), (97), (98), (99), (100), (101), (102), (104), (105), (106), (107), (110), (111), (112), (113), (114), (115), (116), (117), (118), (119), (120), (121), (122), (123), (124), (125), (127), (128), (129), (130), (131), (132), (133), (134), (135), (136), (137), (138), (139), (140), (141), (142), (143), (144), (145), (148), (149), (201), (202), (203), (204), (205), (206), (207), (208), (209), (210), (211), (212), (213);
-- +goose Down
SELECT 1;
