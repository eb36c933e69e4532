/** Beyond the reach of the page's styles: its own rules on the host element would win over ours without `!important`. */
export const buttonCss = `
:host{all:initial!important;display:inline-block!important;vertical-align:middle!important}
:host([data-empty]){display:none!important}
button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:40px;padding:0 16px;
border:1px solid transparent;border-radius:calc(var(--lk-border-radius-master)*3);font:600 calc(var(--lk-font-size-master)*1.5)/20px var(--lk-font-family);
cursor:pointer;color:var(--lk-text);background:var(--lk-surface);border-color:var(--lk-border);-webkit-tap-highlight-color:transparent;user-select:none}
button[data-primary]{color:var(--lk-on-accent);background:var(--lk-accent);border-color:transparent}
button:hover{background:color-mix(in srgb,var(--lk-surface),var(--lk-text) 6%)}
button[data-primary]:hover{background:color-mix(in srgb,var(--lk-accent),var(--lk-on-accent) 10%)}
button:focus-visible{outline:2px solid var(--lk-focus);outline-offset:2px}
button[aria-disabled=true],button:disabled{cursor:default}
button[data-warning]{color:var(--lk-warning)}
button[aria-busy=true]{color:transparent;min-width:148px;background:var(--lk-surface)}
img,i{inline-size:20px;block-size:20px;border-radius:50%;flex:none}
bdi{font-variant-numeric:tabular-nums}
@media(pointer:coarse){button{min-height:44px}}
@media(forced-colors:active){button{border-color:ButtonText}}`
