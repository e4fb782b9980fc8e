import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Marks an element that can be moved sideways while more of it stands beyond its end, as data-more: what is half covered there must not look
 * whole. The first digits of a number are another number.
 */
export function useMoreBeside<Moved extends HTMLElement>(): RefObject<Moved | null> {
  const ref = useRef<Moved>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const look = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      // From right to left it is moved below zero.
      element.toggleAttribute('data-more', scrollWidth - clientWidth - Math.abs(scrollLeft) > 1);
    };
    const sizes = new ResizeObserver(look);
    for (const each of [element, ...element.children]) sizes.observe(each);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return ref;
}
