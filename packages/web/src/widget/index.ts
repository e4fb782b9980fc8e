export { wearColours } from './wear-colours.ts';
export { keptWidgetOrder } from './widget.ts';
export { WidgetFrame } from './widget-frame.tsx';
