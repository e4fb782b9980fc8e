import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'size' | 'icon' | 'label' | 'ref'> {
  /** `primary`: the one thing to do here. `danger`: what cannot be undone. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: IconName;
  /** For a button that shows an icon alone: its name for those who cannot see it. */
  readonly label?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ComponentChildren;
}

export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  label,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isSquare = children === undefined;
  return (
    <button
      {...rest}
      type={type}
      class={`button ${rest.class ?? ''}`}
      data-kind={kind}
      data-size={size}
      data-square={isSquare || undefined}
      {...(label !== undefined && { 'aria-label': label, title: label })}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
