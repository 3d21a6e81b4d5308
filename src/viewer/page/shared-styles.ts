import { css } from 'lit';

/** Styles that components share. */
export const shared = css`
  :host {
    box-sizing: border-box;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
    border-radius: 4px;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    border: 1px solid var(--line-strong);
    background: var(--raised);
    border-radius: 6px;
    padding: 4px 10px;
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled) {
    border-color: var(--accent);
    color: var(--accent);
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-ink);
  }
  button.primary:hover:not(:disabled) {
    color: var(--accent-ink);
    filter: brightness(1.08);
  }
  button[aria-pressed='true'] {
    background: var(--accent-wash);
    border-color: var(--accent);
    color: var(--accent);
  }
  select,
  input[type='search'],
  input[type='password'] {
    border: 1px solid var(--line-strong);
    background: var(--paper);
    border-radius: 6px;
    padding: 4px 8px;
    min-width: 0;
  }
  .mono {
    font-family: var(--mono);
    font-size: 12.5px;
  }
  .soft {
    color: var(--ink-soft);
  }
  .empty {
    padding: 24px 20px;
    color: var(--ink-soft);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** A side panel: a bar of controls above what scrolls. */
export const panel = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding: 12px 18px;
    border-bottom: 1px solid var(--line);
  }
`;
