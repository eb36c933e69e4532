import { brand } from '@latchkey/plugin-api'

/** The frame around the views. Direction-dependent sides are written as start and end throughout. */
export const baseCss = `
:host{all:initial!important;display:contents!important;pointer-events:auto!important}
:host([data-inline]){display:block!important}
*,*::before,*::after{box-sizing:border-box}
.root{display:contents;--lk-font-size-s:calc(var(--lk-font-size-master)*1.2);--lk-font-size-m:calc(var(--lk-font-size-master)*1.4);--lk-font-size-l:calc(var(--lk-font-size-master)*1.6);--lk-font-size-xl:calc(var(--lk-font-size-master)*2.8);
--lk-radius-s:calc(var(--lk-border-radius-master)*2);--lk-radius-m:calc(var(--lk-border-radius-master)*3);--lk-radius-l:calc(var(--lk-border-radius-master)*5);
--lk-hover:color-mix(in srgb,var(--lk-surface),var(--lk-text) 6%)}
.dialog{all:unset;display:none;position:fixed;inset:0;inline-size:100vw;block-size:100dvh;max-inline-size:none;max-block-size:none;z-index:var(--lk-z-index);
overflow:auto;overscroll-behavior:contain;background:rgb(0 0 0/.48)}
.dialog[open]{display:grid;place-items:center}
.dialog::backdrop{background:none}
.dialog[data-soft]{pointer-events:none}
.dialog[data-soft] .card{pointer-events:auto}
.card{position:relative;inline-size:min(var(--lk-width),100vw - 16px);margin-block:16px;color:var(--lk-text);background:var(--lk-background);border:1px solid var(--lk-border);
border-radius:var(--lk-radius-l);box-shadow:0 16px 48px rgb(0 0 0/.28);font:400 var(--lk-font-size-m)/20px var(--lk-font-family);text-align:start;overflow:hidden;outline:none;-webkit-text-size-adjust:100%}
.inline .card{margin:0;inline-size:min(var(--lk-width),100%);box-shadow:none}
.header{display:flex;align-items:center;justify-content:space-between;gap:8px;min-block-size:56px;padding-inline:12px}
.header h1{order:1;flex:1;min-inline-size:0;margin:0;outline:none;font:600 var(--lk-font-size-l)/24px var(--lk-font-family);text-align:center;text-wrap:balance;overflow-wrap:anywhere;animation:lk-title 120ms ease-out}
.header .side{display:flex;inline-size:36px}
.header .end{order:2;justify-content:end}
.body{overflow:hidden;transition:block-size 150ms ease-out;max-block-size:min(600px,100dvh - 136px);overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--lk-border) transparent}
.body[data-scrolls]{overflow-y:auto}
.bare .body{max-block-size:min(656px,100dvh - 80px)}
.view{padding:4px 16px 16px;animation:lk-forward 150ms ease-out}
.view[data-way=back]{animation-name:lk-back}
.view[data-way=none]{animation:none}
.bare .view{padding-block-start:16px}
.footer{padding:12px 16px;border-block-start:1px solid var(--lk-border);color:var(--lk-text-muted);font-size:var(--lk-font-size-s);line-height:16px;text-align:center}
.stage{position:absolute;inset:0;overflow:hidden;pointer-events:none}
.stage>*{position:absolute!important;inset:auto;inset-block-start:0;left:0;border:0;visibility:hidden;pointer-events:none}
.stage>[data-shown]{visibility:visible;pointer-events:auto}
.toasts{all:unset;position:fixed;inset-block-start:16px;inset-inline:0;display:none;justify-content:center;pointer-events:none;z-index:calc(var(--lk-z-index) + 1)}
.toasts:popover-open{display:flex}
.quiet{position:absolute;inline-size:1px;block-size:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.shake{animation:lk-shake 500ms ease-in-out}
@keyframes lk-title{from{opacity:0}}
@keyframes lk-forward{from{opacity:0;transform:translateX(calc(8px*var(--sign,1)))}}
@keyframes lk-back{from{opacity:0;transform:translateX(calc(-8px*var(--sign,1)))}}
[dir=rtl]{--sign:-1}
@keyframes lk-shake{12%,62%{transform:translateX(-6px)}38%,88%{transform:translateX(6px)}}
@keyframes lk-toast{from{opacity:0;transform:translateY(-8px)}}
@keyframes lk-pulse{50%{opacity:.45}}
@keyframes lk-turn{to{transform:rotate(1turn)}}
@media(max-width:480px){
.dialog[open]{place-items:end stretch}
.dialog .card{inline-size:100%;margin:0;border-width:1px 0 0;border-end-start-radius:0;border-end-end-radius:0;padding-block-end:env(safe-area-inset-bottom);padding-inline:env(safe-area-inset-left) env(safe-area-inset-right)}
.dialog .body{max-block-size:calc(var(--room,100dvh) - 160px)}
}
@media(prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
@media(forced-colors:active){.card{border-color:CanvasText}.dialog{background:none}}
`.replaceAll('lk-title', `${brand.elementPrefix}-title`)
