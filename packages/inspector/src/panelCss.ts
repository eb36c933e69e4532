/** System colours, so that it is readable in every page, theme and contrast. */
export const panelCss = `
:host { all: initial !important; position: fixed !important; inset-block-end: 8px !important; inset-inline-start: 8px !important; z-index: 2147483000 !important; color-scheme: light dark; display: block !important; font: 12px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace !important; max-inline-size: calc(100vw - 16px) !important; }
* { box-sizing: border-box; }
section { color: CanvasText; }
button { font: inherit; color: ButtonText; background: ButtonFace; border: 1px solid ButtonBorder; border-radius: 4px; padding: 4px 8px; min-block-size: 24px; cursor: pointer; }
.toggle { display: block; }
button:focus-visible, [tabindex]:focus-visible, input:focus-visible { outline: 2px solid Highlight; outline-offset: 1px; }
section { background: Canvas; border: 1px solid ButtonBorder; border-radius: 6px; margin-block-end: 6px; inline-size: min(640px, calc(100vw - 16px)); block-size: min(420px, calc(100vh - 80px)); display: flex; flex-direction: column; }
section[hidden] { display: none; }
header, [role=tablist] { display: flex; flex-wrap: wrap; gap: 4px; padding: 6px; align-items: center; }
h2 { font: inherit; font-weight: 700; margin: 0; margin-inline-end: auto; }
[role=tab][aria-selected=true] { font-weight: 700; text-decoration: underline; }
[role=tabpanel] { flex: 1; overflow: auto; padding: 6px; border-block-start: 1px solid ButtonBorder; }
[role=tabpanel][hidden] { display: none; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { text-align: start; vertical-align: top; padding: 2px 6px 2px 0; overflow-wrap: anywhere; border-block-end: 1px solid ButtonBorder; }
td:nth-child(-n + 2) { overflow-wrap: normal; }
label { display: inline-flex; gap: 4px; align-items: center; min-block-size: 24px; }
p { margin: 0; }
`
