/** Beyond the reach of the page's styles: its own rules on the host element would win over ours without `!important`. */
export const buttonCss = `
:host{all:initial!important;display:inline-block!important;vertical-align:middle!important}
:host([data-empty]),[hidden]{display:none!important}
button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-block-size:40px;padding:0 16px;border:1px solid var(--lk-border);
border-radius:calc(var(--lk-border-radius-master)*3);font:600 calc(var(--lk-font-size-master)*1.5)/20px var(--lk-font-family);cursor:pointer;color:var(--lk-text);background:var(--lk-surface);user-select:none;-webkit-tap-highlight-color:transparent}
button:hover{background:color-mix(in srgb,var(--lk-surface),var(--lk-text) 6%)}
[data-look=primary]{color:var(--lk-on-accent);background:var(--lk-accent);border-color:transparent}
[data-look=primary]:hover{background:var(--lk-accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--lk-accent),transparent 65%)}
[data-look=warning]{color:var(--lk-warning)}
[data-look=busy]{color:transparent;min-inline-size:148px}
button:focus-visible{outline:2px solid var(--lk-text);outline-offset:2px}
[aria-disabled=true]{cursor:default}
i{inline-size:20px;block-size:20px;border-radius:50%}
bdi{font-variant-numeric:tabular-nums}
@supports not (color:color(from red xyz-d65 x y z)){[data-look=primary]{color:#fff}}
@media(pointer:coarse){button{min-block-size:44px}}`
