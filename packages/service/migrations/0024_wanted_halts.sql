-- An asset that an operator has halted stays so until somebody clears it, whatever else was found there and decided meanwhile.

ALTER TABLE halt ADD COLUMN wanted text; -- why an operator halted it; null: nobody did
UPDATE halt SET wanted = cause WHERE reason = 'operator';
