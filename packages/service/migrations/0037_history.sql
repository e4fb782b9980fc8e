-- What is read of a replica must have all that its primary has acknowledged. How far two servers have come can be compared only
-- within one history: a server that was promoted apart from another counts on from where it was. So the store itself says which
-- history it is of, and whoever replays another one cannot know that name.
-- beside: 0030

-- The timeline that the primary writes and since when it runs; written anew when either is another. Empty: nobody has asked yet.
ALTER TABLE clock_witness ADD COLUMN history text NOT NULL DEFAULT '';
