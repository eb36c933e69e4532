/** Styles of the kit's primitives, shared by our views and the plugins'. */
export const kitCss = `
button,input,a{font:inherit;color:inherit;letter-spacing:inherit}
a{text-underline-offset:2px}
a,button{-webkit-tap-highlight-color:transparent}
:focus-visible{outline:2px solid var(--lk-text);outline-offset:2px}
[data-key]{unicode-bidi:plaintext}
.list{list-style:none;margin:0;padding:0;display:grid;gap:4px}
.stack{display:grid;gap:12px}
.stack>*{min-inline-size:0}
.row{all:unset;box-sizing:border-box;display:flex;align-items:center;gap:12px;inline-size:100%;min-block-size:48px;padding:7px 12px;border:1px solid transparent;border-radius:var(--lk-radius-m);background:var(--lk-surface)}
button.row,a.row{cursor:pointer}
button.row:hover:enabled,a.row:hover{background:var(--lk-hover)}
button.row:active:enabled{background:color-mix(in srgb,var(--lk-surface),var(--lk-text) 10%)}
.row:focus-visible{outline:2px solid var(--lk-text);outline-offset:-2px}
.row:disabled{cursor:default;opacity:.55}
.row[aria-current]{border-color:var(--lk-accent)}
.row .main{flex:1;min-inline-size:0;display:grid}
.row .name{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.row .name>bdi{display:block;overflow:hidden;text-overflow:ellipsis;text-align:left}
.row .name:has([data-key]){white-space:normal}
.row .note{color:var(--lk-text-muted);font-size:var(--lk-font-size-s);line-height:16px}
.row .tail{display:flex;align-items:center;gap:8px;flex:none;max-inline-size:50%;color:var(--lk-text-muted);font-size:var(--lk-font-size-s);line-height:16px}
.row .warning,.note.warning,.hint.warning,.warning{color:var(--lk-warning)}
.error{color:var(--lk-error)}
.picture{inline-size:32px;block-size:32px;flex:none;border-radius:var(--lk-radius-s);object-fit:cover;display:grid;place-items:center;overflow:hidden}
.picture.letter{background:color-mix(in srgb,var(--lk-text-muted) 24%,var(--lk-surface));color:var(--lk-text);font-weight:600}
.picture.round{border-radius:50%}
.picture.large{inline-size:64px;block-size:64px;border-radius:calc(var(--lk-border-radius-master)*4);font-size:calc(var(--lk-font-size-master)*2.4)}
.picture.large.round{border-radius:50%}
.picture.small{inline-size:20px;block-size:20px;border-radius:50%;font-size:var(--lk-font-size-s);line-height:1}
.icon{inline-size:20px;block-size:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .icon.mirrored{transform:scaleX(-1)}
.button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-block-size:44px;padding:7px 16px;border:1px solid transparent;border-radius:var(--lk-radius-m);font-weight:600;text-align:center;cursor:pointer;color:var(--lk-text);background:var(--lk-surface)}
.button.wide{inline-size:100%}
.button:hover:where(:enabled,a){background:var(--lk-hover)}
.button.primary{color:var(--lk-on-accent);background:var(--lk-accent)}
.button.primary:hover:enabled,a.button.primary:hover{box-shadow:0 0 0 3px color-mix(in srgb,var(--lk-accent),transparent 65%)}
.button:focus-visible{outline:2px solid var(--lk-text);outline-offset:2px}
.button:disabled{cursor:default;color:var(--lk-text-muted);background:var(--lk-surface)}
.button.plain{background:none;color:var(--lk-text-muted)}
.button.plain:hover:enabled{color:var(--lk-text);background:var(--lk-surface)}
.iconButton{all:unset;box-sizing:border-box;position:relative;display:inline-grid;place-items:center;inline-size:36px;block-size:36px;flex:none;border:1px solid transparent;border-radius:var(--lk-radius-s);color:var(--lk-text-muted);cursor:pointer}
.iconButton::after{content:'';position:absolute;inset:-4px}
.iconButton:hover{color:var(--lk-text);background:var(--lk-surface)}
.iconButton:focus-visible{outline:2px solid var(--lk-text)}
.field{display:grid;gap:4px}
.field label{font-size:var(--lk-font-size-s);line-height:16px;color:var(--lk-text-muted)}
.field .box{display:flex;align-items:center;gap:8px;min-inline-size:0;min-block-size:44px;padding-inline:12px;border:1px solid var(--lk-border);border-radius:var(--lk-radius-m);background:var(--lk-surface);color:var(--lk-text-muted)}
.field .box:focus-within{outline:2px solid var(--lk-text);outline-offset:-1px}
.field input{all:unset;flex:1;min-inline-size:0;block-size:42px;color:var(--lk-text);font-size:var(--lk-font-size-m)}
.field input::placeholder{color:var(--lk-text-muted);opacity:1}
.field[data-invalid] .box{border-color:var(--lk-error)}
.hint{font-size:var(--lk-font-size-s);line-height:16px;color:var(--lk-text-muted);margin:0}
.hint.error{color:var(--lk-error)}
.state{display:grid;justify-items:center;gap:4px;padding-block:24px 8px;text-align:center}
.state h2,.title{margin:0;font:600 var(--lk-font-size-l)/24px var(--lk-font-family);overflow-wrap:anywhere}
.state p{margin:0;color:var(--lk-text-muted);max-inline-size:280px;overflow-wrap:anywhere}
.state .figure{margin-block-end:20px}
.state .figure>.letter:not(.large){inline-size:48px;block-size:48px}
.state .button{margin-block-start:20px;min-inline-size:160px}
.state .button+.button{margin-block-start:4px}
.state details{margin-block-start:16px}
.figure{position:relative;display:inline-grid}
.figure .ring{position:absolute;inset:-8px;border:2px solid var(--lk-border);border-block-start-color:var(--lk-accent);border-radius:50%;animation:lk-turn 1.2s linear infinite}
.figure .picture.large{border-radius:50%}
.figure .mark{position:absolute;inset-block-end:-4px;inset-inline-end:-4px;inline-size:24px;block-size:24px;border-radius:50%;display:grid;place-items:center;background:var(--lk-background);color:var(--lk-text-muted)}
.figure .mark.error{color:var(--lk-error)}
.skeleton{display:block;border-radius:var(--lk-radius-s);background:var(--lk-surface);animation:lk-pulse 1.2s ease-in-out infinite}
.skeleton.row{border-radius:var(--lk-radius-m)}
.steps{list-style:none;margin:0;padding:0;display:grid;gap:8px}
.steps li{display:flex;align-items:center;gap:12px;color:var(--lk-text-muted)}
.steps li[aria-current]{color:var(--lk-text);font-weight:600}
.steps .dot{inline-size:20px;block-size:20px;flex:none;display:grid;place-items:center;border:2px solid var(--lk-border);border-radius:50%}
.steps li[aria-current] .dot{border-color:var(--lk-accent)}
.steps li[data-state=done] .dot{border-color:var(--lk-success);color:var(--lk-success)}
.steps li[data-state=failed] .dot{border-color:var(--lk-error);color:var(--lk-error)}
.group{display:flex;align-items:center;gap:8px;margin:0;padding:4px 4px 0;font:600 var(--lk-font-size-s)/16px var(--lk-font-family);color:var(--lk-text-muted)}
.bar{display:flex;align-items:center;justify-content:space-between;gap:8px}
.bar .group{padding-block:4px 0}
.bar .hint{padding-inline:4px}
.bar :is(.iconButton,.button){margin-block:-10px}
h2.group:has(.picture){color:var(--lk-text)}
.or{display:flex;align-items:center;gap:12px;color:var(--lk-text-muted);font-size:var(--lk-font-size-s);line-height:16px}
.or::before,.or::after{content:'';flex:1;border-block-start:1px solid var(--lk-border)}
.check{display:flex;align-items:flex-start;gap:12px;min-block-size:44px;padding-block:8px;cursor:pointer}
.check input{inline-size:20px;block-size:20px;margin:0;flex:none;accent-color:var(--lk-accent)}
.notice{display:flex;align-items:center;gap:8px;padding:8px 12px;border:1px solid var(--lk-border);border-radius:var(--lk-radius-m);font-size:var(--lk-font-size-s);line-height:16px}
.notice .main{flex:1;min-inline-size:0}
.hint,.group,.notice{overflow-wrap:anywhere}
.notice.ask{flex-wrap:wrap;row-gap:12px}
.notice.ask .main{flex-basis:100%}
.notice strong{display:block;font-weight:600}
.notice .button{min-block-size:36px;padding-block:3px}
.alerts{display:grid;gap:4px;padding:0 16px 8px}
.alerts:empty{padding:0}
.tabs{display:flex;flex-wrap:wrap;gap:4px;padding:4px;border-radius:var(--lk-radius-m);background:var(--lk-surface)}
.tabs button{all:unset;box-sizing:border-box;flex:1;min-block-size:36px;padding-inline:4px;border:1px solid transparent;border-radius:var(--lk-radius-s);text-align:center;font-weight:600;color:var(--lk-text-muted);cursor:pointer}
.tabs [aria-selected=true]{color:var(--lk-text);background:var(--lk-background)}
.tabs button:focus-visible{outline:2px solid var(--lk-text)}
.who{display:grid;justify-items:center;gap:4px;padding-block-start:4px}
.who .address{display:flex;align-items:center;gap:4px;margin-block-start:8px;font:600 var(--lk-font-size-l)/24px var(--lk-font-family)}
.who .whole{max-inline-size:min(280px,24ch);font-size:var(--lk-font-size-s);line-height:16px;color:var(--lk-text-muted);overflow-wrap:anywhere;text-align:center;user-select:all}
.qr{display:block;inline-size:min(100%,280px);block-size:auto;margin-inline:auto;border-radius:var(--lk-radius-m)}
.receive .qr{inline-size:min(100%,220px)}
.receive .whole{text-align:center;word-break:break-all;text-wrap:balance;user-select:all}
.receive .notice .main{margin:0}
.points{list-style:none;margin:0;padding:4px 0 0;display:grid;gap:16px}
.points li{display:flex;gap:12px}
.points .icon{color:var(--lk-text-muted)}
.points li>span>span{color:var(--lk-text-muted)}
.points strong{display:block;font-weight:600}
.balance{min-block-size:24px;text-align:center;color:var(--lk-text-muted)}
.features{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:8px}
.features button{all:unset;box-sizing:border-box;display:grid;justify-items:center;gap:4px;padding:11px 4px;border:1px solid transparent;border-radius:var(--lk-radius-m);background:var(--lk-surface);font-size:var(--lk-font-size-s);line-height:16px;font-weight:600;cursor:pointer}
.features button:hover{background:var(--lk-hover)}
.features button:focus-visible{outline:2px solid var(--lk-text)}
bdi{font-variant-numeric:tabular-nums}
.pinned{position:sticky;inset-block-start:0;z-index:1;margin:-4px -16px;padding:4px 16px;background:var(--lk-background)}
.pinned.end{inset-block:auto 0;margin-block:0 -16px;padding-block-end:16px}
details{font-size:var(--lk-font-size-s);line-height:16px;color:var(--lk-text-muted);max-inline-size:100%}
summary .code{overflow-wrap:anywhere}
summary{cursor:pointer;min-block-size:24px}
pre{margin:8px 0 0;padding:8px;max-block-size:120px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:var(--lk-radius-s);background:var(--lk-surface);text-align:start;font:400 var(--lk-font-size-s)/16px ui-monospace,monospace;user-select:text}
.toast{display:flex;align-items:center;gap:8px;max-inline-size:min(360px,100vw - 32px);padding:11px 16px;border:1px solid var(--lk-border);border-radius:var(--lk-radius-m);background:var(--lk-background);color:var(--lk-text);box-shadow:0 8px 24px rgb(0 0 0/.24);font:600 var(--lk-font-size-m)/20px var(--lk-font-family);pointer-events:auto;animation:lk-toast 150ms ease-out;overflow-wrap:anywhere}
.toast i{display:flex}
.toast span{unicode-bidi:plaintext;text-align:left}
[dir=rtl] :is(.row .name>bdi,.toast span){text-align:right}
.toast img{inline-size:20px;block-size:20px}
.toast[data-variant=success] .icon{color:var(--lk-success)}
.toast[data-variant=error] .icon{color:var(--lk-error)}
.spin{animation:lk-turn 1s linear infinite}
@supports not (color:color(from red xyz-d65 x y z)){.button.primary{color:#fff}}
@media(pointer:coarse),(max-width:480px){
.field input{block-size:44px;font-size:max(16px,var(--lk-font-size-m))}
summary{line-height:44px;min-inline-size:44px}
.iconButton{inline-size:44px;block-size:44px}
.header .side{inline-size:44px}
.tabs button,.notice .button{min-block-size:44px}
}
@media(forced-colors:active){.row,.button,.iconButton,.features button,.tabs button{border-color:ButtonText}.row[aria-current],.tabs [aria-selected=true]{border-color:Highlight}.row:disabled,.button:disabled{color:GrayText;opacity:1}}
`
