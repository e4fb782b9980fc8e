-- An order that is told of in traces is told of by whoever moves it, in another process or on another machine too.
-- beside: 0030

ALTER TABLE orders
  -- Where its trace goes on, as W3C's traceparent has it; null: nobody is told of it, which is so of all where traces are off.
  ADD COLUMN trace text;
