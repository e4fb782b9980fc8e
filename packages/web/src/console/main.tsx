import { render } from 'preact';
import { Console } from './console.tsx';

render(<Console />, document.getElementById('page') as HTMLElement);
