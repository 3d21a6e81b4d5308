import { css } from 'lit';

/** Styles of the frame around the parts of the page. */
export const appStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .page {
    flex: 1;
    min-height: 0;
  }
  header {
    position: relative;
    z-index: 10;
    display: flex;
    align-items: center;
    gap: 10px;
    height: 52px;
    padding: 0 16px;
    background: var(--raised);
    border-bottom: 1px solid var(--line);
  }
  .logo {
    flex: none;
    width: 24px;
    height: 24px;
  }
  .file {
    min-width: 0;
    margin-right: auto;
  }
  .file h1 {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 15px;
    font-weight: 650;
    line-height: 20px;
  }
  .file p {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 12px;
    line-height: 16px;
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
  }
  progress {
    position: absolute;
    left: 0;
    right: 0;
    bottom: -2px;
    width: 100%;
    height: 3px;
    border: 0;
    appearance: none;
    background: transparent;
  }
  progress::-webkit-progress-bar {
    background: transparent;
  }
  progress::-webkit-progress-value {
    background: var(--accent);
    transition: width 200ms linear;
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  main.view {
    flex: 1;
    display: grid;
    grid-template-columns: minmax(200px, 320px) minmax(0, 1fr) minmax(300px, 420px);
    min-height: 0;
  }
  nav,
  aside {
    display: flex;
    flex-direction: column;
    min-height: 0;
    background: var(--ground);
  }
  nav {
    border-right: 1px solid var(--line);
  }
  aside {
    border-left: 1px solid var(--line);
  }
  nav h2 {
    margin: 0;
    padding: 14px 18px 4px;
    font-size: 12px;
    font-weight: 600;
    letter-spacing: 0.02em;
    color: var(--ink-soft);
  }
  nav clearloop-outline {
    flex: 1;
    min-height: 0;
  }
  .centre {
    position: relative;
    min-width: 0;
    background: var(--paper);
  }
  .centre clearloop-segments {
    position: absolute;
    inset: 0;
  }
  .tabs {
    flex: none;
    display: flex;
    gap: 2px;
    padding: 8px 12px 0;
    border-bottom: 1px solid var(--line);
  }
  .tabs button {
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 4px 4px 0 0;
    background: none;
    padding: 7px 10px 8px;
    color: var(--ink-soft);
  }
  .tabs button[aria-selected='true'] {
    border-color: var(--accent);
    color: var(--ink);
    font-weight: 600;
  }
  .tabs .number {
    margin-left: 4px;
    padding: 0 6px;
    border-radius: 9px;
    background: var(--warning-wash);
    color: var(--warning);
    font-size: 12px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .panel {
    flex: 1;
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .panel[hidden] {
    display: none;
  }
  .panel > * {
    flex: 1;
    min-height: 0;
  }
  .failure {
    margin: 0;
    padding: 8px 18px;
    background: var(--error-wash);
    color: var(--error);
    border-bottom: 1px solid var(--line);
  }
  .card {
    position: fixed;
    z-index: 30;
    max-width: 380px;
    padding: 9px 12px;
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    background: var(--raised);
    box-shadow: var(--shadow);
    pointer-events: none;
    font-size: 13px;
  }
  .card b {
    font-weight: 650;
  }
  .card .ref {
    font-family: var(--mono);
    color: var(--ink-soft);
    font-size: 12px;
  }
  .card .meaning {
    color: var(--accent);
  }
  .card .codes {
    margin-top: 4px;
    color: var(--ink-soft);
    font-size: 12px;
  }
  dialog {
    border: 1px solid var(--line-strong);
    border-radius: 10px;
    background: var(--raised);
    color: var(--ink);
    box-shadow: var(--shadow);
    padding: 20px 24px;
  }
  dialog::backdrop {
    background: rgb(10 20 25 / 35%);
  }
  dialog h2 {
    margin: 0 0 12px;
    font-size: 16px;
  }
  dialog table {
    border-spacing: 0 6px;
  }
  dialog th {
    padding-right: 24px;
    text-align: left;
    font-weight: 600;
  }
  dialog form {
    margin-top: 14px;
    text-align: right;
  }
  .print {
    display: none;
  }
  @media (max-width: 1100px) {
    main.view {
      grid-template-columns: 240px minmax(0, 1fr) 330px;
    }
    .tabs {
      gap: 0;
      padding: 8px 4px 0;
    }
    .tabs button {
      padding: 7px 8px 8px;
    }
    .wide {
      display: none;
    }
  }
  @media (max-width: 820px) {
    main.view {
      grid-template-columns: 1fr;
      grid-template-rows: minmax(0, 1fr) minmax(0, 45%);
    }
    nav {
      display: none;
    }
    aside {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
  }
  @media print {
    header,
    main.view,
    .card {
      display: none;
    }
    :host {
      height: auto;
    }
    .print {
      display: block;
      color: black;
      font: 10px/1.5 var(--mono);
      overflow-wrap: anywhere;
    }
    .print .segment {
      white-space: pre-wrap;
    }
    .print h1 {
      font: 600 14px var(--sans);
    }
    .print .note {
      padding-left: 16px;
      font: italic 10px var(--sans);
    }
    .print div {
      break-inside: avoid;
    }
  }
`;
