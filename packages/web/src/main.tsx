import { render } from 'preact';

render(<h1>Swapdesk</h1>, document.getElementById('page') as HTMLElement);
