import { useEffect } from 'preact/hooks';
import { Shell } from '../design/shell.tsx';
import { texts } from '../texts/now.ts';
import './nowhere-page.css';

/** There is nothing at this address: what that may mean, and the way home. */
export function NowherePage() {
  const { nowhere } = texts;
  useEffect(() => {
    document.title = nowhere.title;
  }, [nowhere]);
  return (
    <Shell>
      <section class="card nowhere">
        <h1>{nowhere.title}</h1>
        <p>{nowhere.mistyped}</p>
        <p>{nowhere.order}</p>
        <a class="nowhere-home" href="/">
          {nowhere.home}
        </a>
      </section>
    </Shell>
  );
}
