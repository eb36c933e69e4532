/** The look of ui-react's button and of its palettes. A theme's tokens replace these on the button itself. `--onAccent`: black or white, whichever is easier to read on the accent. */
export const buttonCss = `:host{all:initial!important;display:inline-block!important;vertical-align:middle!important}
button{--surface:#1e2026;--text:#f3f4f6;--border:#2e313a;--accent:#4361e0;--y:clamp(0,(.179 - y)*1e6,1);--onAccent:color(from var(--accent) xyz-d65 calc(.9505*var(--y)) var(--y) calc(1.089*var(--y)));all:unset;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-block-size:40px;padding:0 16px;border:1px solid var(--border);border-radius:calc(var(--borderRadiusMaster,4px)*3);font:600 calc(var(--fontSizeMaster,10px)*1.5)/20px var(--fontFamily,system-ui,sans-serif);cursor:pointer;color:var(--text);background:var(--surface);user-select:none;-webkit-tap-highlight-color:transparent}
[light]{--surface:#f3f4f6;--text:#16181d;--border:#dfe1e6}
button:not(.primary):hover{background:color-mix(in srgb,var(--surface),var(--text) 6%)}
.primary{color:var(--onAccent);background:var(--accent);border-color:transparent}
.primary:hover{box-shadow:0 0 0 3px color-mix(in srgb,var(--accent),transparent 65%)}
.busy{color:transparent;min-inline-size:148px;cursor:default}
button:focus-visible{outline:2px solid var(--text);outline-offset:2px}
.used::before{content:'';inline-size:20px;block-size:20px;border-radius:50%;background:var(--dot)}
bdi{font-variant-numeric:tabular-nums}
@supports not (color:color(from red xyz-d65 x y z)){.primary{color:#fff}}
@media(pointer:coarse){button{min-block-size:44px}}`
