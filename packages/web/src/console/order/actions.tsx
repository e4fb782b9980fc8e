import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useLocation } from '../frame/location.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { File } from './order-file.ts';

interface Props {
  readonly file: File;
  readonly onChanged: () => void;
}

/** What can be done with the order now, for those who may. A link can name what is to be asked at once: `?act=refund`. */
export function Actions({ file, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.order;
  const named = useLocation().search.get('act');
  const [action, setAction] = useState(file.actions.find((each) => each === named) ?? null);
  if (!desk.may('support')) return <span class="soft small">{words.viewerOnly}</span>;
  return (
    <>
      {file.actions.map((each) => (
        <Button key={each} onClick={() => setAction(each)}>
          {words.actions[each]}
        </Button>
      ))}
      {action !== null && (
        <ActionDialog action={action} file={file} onDone={onChanged} onClose={() => setAction(null)} />
      )}
    </>
  );
}
