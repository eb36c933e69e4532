// Written by `node tools/pictures/make.mjs`: change tools/pictures/table.json instead.
// Drawings of @web3icons/core 4.0.56 (MIT, by 0xa3k5; its notice is in NOTICE.md). The marks belong
// to their owners: docs/licences.md says how one is removed.

const taiko =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23E81899" d="M24 0H0v24h24z"/><path fill="%23FAFAFA" d="m19.664 16.32-2.742-3.65a1.75 1.75 0 0 0-1.208-.687.34.34 0 0 1-.256-.165.33.33 0 0 1-.018-.3c.189-.425.2-.918-.002-1.37l-1.855-4.151A1.73 1.73 0 0 0 12 4.982a1.73 1.73 0 0 0-1.583 1.015l-1.855 4.152c-.201.45-.19.944-.003 1.369a.33.33 0 0 1-.017.3.34.34 0 0 1-.256.165c-.47.052-.91.29-1.208.686l-2.742 3.65a1.67 1.67 0 0 0-.105 1.852c.344.582 1.006.91 1.688.836l4.597-.502c.499-.054.93-.31 1.21-.682a.343.343 0 0 1 .548 0c.28.373.711.628 1.21.682l4.597.502a1.74 1.74 0 0 0 1.688-.836 1.67 1.67 0 0 0-.105-1.851M9.76 10.67l1.858-4.157a.419.419 0 0 1 .764 0l1.858 4.157a.42.42 0 0 1-.035.402.44.44 0 0 1-.363.192h-3.685a.44.44 0 0 1-.363-.192.42.42 0 0 1-.034-.402m.954 6.328a.43.43 0 0 1-.339.23l-4.601.502a.42.42 0 0 1-.408-.201.4.4 0 0 1 .026-.447l2.745-3.654a.44.44 0 0 1 .372-.172.43.43 0 0 1 .351.211l.003.005 1.838 3.12.002.004a.42.42 0 0 1 .012.403zm1.663-1.41a.44.44 0 0 1-.756 0l-1.412-2.396a.42.42 0 0 1 0-.427.44.44 0 0 1 .378-.215h2.823c.155 0 .3.08.378.214a.42.42 0 0 1 0 .427zm6.256 1.94a.42.42 0 0 1-.408.203l-4.601-.502a.43.43 0 0 1-.34-.23.42.42 0 0 1 .012-.403l.003-.005 1.838-3.12.003-.004a.438.438 0 0 1 .724-.04l2.744 3.656c.098.13.107.305.025.446"/></svg>'
const telos =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23fff" d="M24 0H0v24h24z"/><path fill="url(%23telos__b)" fill-rule="evenodd" d="M12 17.333a5.333 5.333 0 1 0 0-10.666 5.333 5.333 0 0 0 0 10.666M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16" clip-rule="evenodd"/><defs><radialGradient id="telos__b" cx="0" cy="0" r="1" gradientTransform="matrix(0 8 -8 0 12 12)" gradientUnits="userSpaceOnUse"><stop offset=".152" stop-color="%2342A0B9"/><stop offset=".247" stop-color="%2370C38D"/><stop offset=".344" stop-color="%236FC68F"/><stop offset=".488" stop-color="%233B74CE"/><stop offset=".66" stop-color="%23954494"/><stop offset=".76" stop-color="%239A4290"/><stop offset=".871" stop-color="%237256AB"/><stop offset="1" stop-color="%233D7DC7"/></radialGradient></defs></svg>'
const tempo =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23fff" d="M24 0H0v24h24z"/><path fill="%23000" fill-rule="evenodd" d="M5.857 5a.46.46 0 0 0-.437.325L4.013 9.671a.25.25 0 0 0 .23.33h4.086c.165 0 .282.166.23.328l-3.025 9.342a.25.25 0 0 0 .23.329h4.382a.46.46 0 0 0 .437-.325l3.028-9.35a.46.46 0 0 1 .437-.325h4.095a.46.46 0 0 0 .438-.325l1.406-4.346a.25.25 0 0 0-.23-.329z" clip-rule="evenodd"/></svg>'
const tenet =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%235F498A" d="M24 0H0v24h24z"/><path fill="%23fff" d="M19.647 6.755c-.47-.718-1.313-1.147-2.255-1.147h-5.19Q12.1 5.6 12 5.6q-.1.001-.202.008h-5.19c-.942 0-1.784.43-2.255 1.147a2.03 2.03 0 0 0 0 2.29l5.392 8.208c.471.718 1.314 1.147 2.255 1.147s1.784-.43 2.255-1.147l5.392-8.209c.47-.713.47-1.572 0-2.29m-6.638 9.868c-.211.319-.588.512-1.009.512s-.798-.193-1.009-.512l-3.034-4.619 3.034-4.623a1.16 1.16 0 0 1 .875-.504h.268c.368.035.686.22.874.504L16.044 12z"/></svg>'
const theta =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="url(%23theta__b)" d="M24 0H0v24h24z"/><path fill="%23fff" fill-rule="evenodd" d="M16.21 4.842H7.79v14.316h8.42zm-9.263 0v14.316L7.79 20h8.421l.842-.842V4.842L16.211 4H7.788z" clip-rule="evenodd"/><path fill="%23fff" d="M11.58 9.893H9.477v.842h5.052v-.842h-2.105V7.366h-.842zm0 4.21H9.477v-.842h5.052v.842h-2.105v2.526h-.842z"/><defs><linearGradient id="theta__b" x1="5.623" x2="18.698" y1="5.205" y2="18.973" gradientUnits="userSpaceOnUse"><stop stop-color="%232AB8E6"/><stop offset=".53" stop-color="%2329CAD2"/><stop offset="1" stop-color="%232EE4BE"/></linearGradient></defs></svg>'
const thundercore =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="url(%23thundercore__b)" d="M24 0H0v24h24z"/><path fill="%23fff" d="M7.343 11.514a.355.355 0 0 0 .3.544h4.052a.17.17 0 0 1 .145.26l-3.977 6.368a.14.14 0 0 1-.2.045 8.009 8.009 0 0 1 4.081-14.73.14.14 0 0 1 .122.215zm9.139-6.144a.14.14 0 0 0-.2.043l-3.917 6.274a.17.17 0 0 0 .144.26h4.053a.354.354 0 0 1 .3.544l-4.582 7.337a.11.11 0 0 0 .042.158q.027.015.058.013a8.007 8.007 0 0 0 4.1-14.63z"/><defs><linearGradient id="thundercore__b" x1="10.909" x2="13.721" y1="7.302" y2="19.387" gradientUnits="userSpaceOnUse"><stop offset=".18" stop-color="%2300FFD5"/><stop offset=".23" stop-color="%2300F8D5"/><stop offset=".31" stop-color="%2300E4D5"/><stop offset=".4" stop-color="%2300C3D5"/><stop offset=".51" stop-color="%230096D5"/><stop offset=".62" stop-color="%23005CD5"/><stop offset=".74" stop-color="%230016D5"/><stop offset=".78" stop-color="%230000D5"/></linearGradient></defs></svg>'
const treasure =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23DC2626" d="M24 0H0v24h24z"/><path fill="%23fff" d="M17.005 6.574 13.03 4.277a2.06 2.06 0 0 0-2.062 0L6.996 6.57A2.8 2.8 0 0 0 5.6 8.988v6.027c0 .998.533 1.918 1.395 2.415l3.975 2.293a2.06 2.06 0 0 0 2.06 0l3.975-2.293a2.8 2.8 0 0 0 1.395-2.415V8.988c0-.998-.533-1.918-1.395-2.414M8.997 8.938l.515-.173a.57.57 0 0 0 .37-.422l.216-1.075a.06.06 0 0 1 .06-.047.06.06 0 0 1 .059.047l.216 1.075c.04.198.184.356.373.422l.514.173q.039.015.04.056a.06.06 0 0 1-.04.056l-.514.173a.57.57 0 0 0-.373.422l-.216 1.075a.06.06 0 0 1-.06.047.06.06 0 0 1-.06-.047l-.216-1.075a.56.56 0 0 0-.37-.422l-.514-.173a.06.06 0 0 1 0-.112m1.203 5.541-.691.233a.75.75 0 0 0-.496.564l-.292 1.441a.08.08 0 0 1-.078.062c-.038 0-.071-.024-.077-.062l-.292-1.44a.75.75 0 0 0-.496-.565l-.692-.233a.08.08 0 0 1-.053-.074c0-.035.022-.065.053-.074l.692-.233a.75.75 0 0 0 .496-.563l.292-1.441a.08.08 0 0 1 .077-.062c.038 0 .072.024.078.062l.292 1.44a.75.75 0 0 0 .496.564l.691.233c.03.009.053.04.053.074a.08.08 0 0 1-.053.074m6.652-2.321-1.46.496a1.59 1.59 0 0 0-1.047 1.19l-.617 3.043a.17.17 0 0 1-.164.134.17.17 0 0 1-.165-.134l-.617-3.043a1.59 1.59 0 0 0-1.047-1.19l-1.46-.496a.17.17 0 0 1-.112-.158c0-.071.043-.137.112-.158l1.46-.496a1.59 1.59 0 0 0 1.047-1.19l.617-3.043a.17.17 0 0 1 .165-.134c.08 0 .148.056.164.134l.617 3.042a1.59 1.59 0 0 0 1.048 1.19l1.46.497a.17.17 0 0 1 .11.158.16.16 0 0 1-.11.158"/></svg>'
const tron =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23C4342B" d="M24 0H0v24h24z"/><path fill="%23fff" fill-rule="evenodd" d="M5.261 4.165a.5.5 0 0 1 .492-.15l10.58 2.59a.5.5 0 0 1 .176.082l2.153 1.57a.504.504 0 0 1 .12.687L11.374 19.78a.5.5 0 0 1-.887-.116L5.161 4.669a.5.5 0 0 1 .1-.503m1.746 2.705 3.697 10.41.609-5.394zm5.296 5.19-.618 5.488 5.23-7.653zm5.084-3.494-3.37 1.582 2.258-2.392zm-2.13-1.194L7.032 5.361l4.823 5.616z" clip-rule="evenodd"/></svg>'
const ubiq =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%2300EA90" d="M24 0H0v24h24z"/><path fill="%23fff" d="m5.2 14.645 4.71 2.91v-6.603z"/><path fill="%23fff" d="M12.456 4v6.355L5.2 14.645V8.191zM18.8 9.355l-4.71-2.909v6.602z"/><path fill="%23fff" d="M11.544 20v-6.355l7.256-4.29v6.454z"/></svg>'
const ultra =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%236F3DE0" d="M0 0h24v24H0z"/><path fill="%23fff" d="M4 4v7.999a8 8 0 1 0 16 0V4h-3.2v7.999a4.8 4.8 0 1 1-9.6 0V4z"/><path fill="%23fff" d="M10.4 4v8.001a1.6 1.6 0 1 0 3.2 0V4z"/></svg>'
const ultron =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="url(%23ultron__b)" d="M24 0H0v24h24z"/><path fill="%23fff" d="M7.346 11.998c0 1.656-.75 2.997-1.672 2.997S4 13.654 4 11.998 4.75 9 5.672 9s1.671 1.342 1.671 2.998m1.538 0a5.1 5.1 0 0 1-.232 1.553 5.3 5.3 0 0 1-.647 1.332c-.168.25-.53.808-.225 1.022a.5.5 0 0 0 .218.077c.59.083 1.13-.284 1.528-.658a4.5 4.5 0 0 0 1.023-1.43 4.68 4.68 0 0 0 0-3.788 4.5 4.5 0 0 0-1.023-1.43c-.398-.374-.941-.74-1.528-.657a.5.5 0 0 0-.218.076c-.307.214.057.772.225 1.022.278.412.496.862.647 1.332a5.1 5.1 0 0 1 .232 1.553m3.61 0c0 .687-.101 1.373-.3 1.99a7 7 0 0 1-.829 1.706c-.215.32-.68 1.034-.287 1.308a.65.65 0 0 0 .278.098c.754.107 1.449-.365 1.959-.844a5.8 5.8 0 0 0 1.31-1.83 6.06 6.06 0 0 0 0-4.856 5.7 5.7 0 0 0-1.31-1.83c-.51-.478-1.205-.95-1.96-.843a.6.6 0 0 0-.277.098c-.393.274.072.989.287 1.308.355.529.635 1.105.829 1.706.199.617.3 1.303.3 1.99m4.198 0a8.2 8.2 0 0 1-.374 2.488 8.5 8.5 0 0 1-1.034 2.132c-.269.4-.848 1.294-.36 1.637a.8.8 0 0 0 .348.122c.943.133 1.81-.455 2.45-1.056a7.2 7.2 0 0 0 1.638-2.29 7.5 7.5 0 0 0 0-6.07 7.2 7.2 0 0 0-1.638-2.29c-.637-.6-1.507-1.19-2.448-1.056a.8.8 0 0 0-.347.122c-.491.343.09 1.236.359 1.637a8.6 8.6 0 0 1 1.035 2.132c.249.772.373 1.63.373 2.488"/><defs><linearGradient id="ultron__b" x1="4" x2="20" y1="12" y2="12" gradientUnits="userSpaceOnUse"><stop stop-color="%231FFFA3"/><stop offset="1" stop-color="%238C47F5"/></linearGradient></defs></svg>'
const vana =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23F0F0E9" d="M0 0h24v24H0z"/><path fill="%23000" d="M11.982 20H8.039c-.471 0-.583-.082-.67-.556-.178-.986-.34-1.975-.512-2.962-.252-1.44-.507-2.877-.756-4.316-.209-1.203-.41-2.408-.618-3.612L4.836 4.86a2.4 2.4 0 0 1-.036-.4c.002-.273.144-.446.412-.45a141 141 0 0 1 2.6-.002c.288.002.384.225.435.455.088.4.16.804.232 1.209q.27 1.538.537 3.074.427 2.453.86 4.907.128.734.279 1.463a1.864 1.864 0 0 0 1.804 1.513 1.89 1.89 0 0 0 1.87-1.399c.216-.813.313-1.65.463-2.477.263-1.456.518-2.912.774-4.37q.303-1.749.601-3.498c.009-.047.012-.095.02-.142.116-.67.2-.742.868-.742L18.641 4c.433.003.61.178.546.6-.162 1.046-.345 2.09-.524 3.134q-.371 2.16-.747 4.317l-.637 3.64q-.314 1.804-.626 3.61-.016.099-.036.196c-.084.39-.212.499-.606.499q-2.013.002-4.028 0z"/></svg>'
const vanar =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%2303D9AF" d="M24 0H0v24h24z"/><path fill="%23fff" d="m13.998 19.2 2-3.602L10 4.8H6L4 8.4h4.003zm4-7.201L20 8.399 17.999 4.8H14l-1.999 3.6H16z"/><path fill="%23fff" d="m16 8.4 1.999-3.6H14l-1.999 3.6zm-7.997 0L10 4.8H6L4 8.4z"/></svg>'
const vaulta =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%232E3BFF" d="M24 0H0v24h24z"/><path fill="%23fff" d="M14.648 10.282h-2.17a.32.32 0 0 0-.227.094l-4.998 5.003H4V10.56l1.935-1.94v5.371h.276l5.05-5.055c.202-.202.476-.316.762-.316h2.625zM20 8.622h-3.253l-4.998 5.002a.32.32 0 0 1-.227.094h-2.17v1.66h2.623c.287 0 .563-.114.765-.317l5.048-5.053h.277v4.538h-3.118v.833h3.118l.287-.288.268-.269L20 13.44z"/></svg>'
const velas =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%230137C1" d="M24 0H0v24h24z"/><path fill="%23fff" d="m15 10.2-2.996 5.4L9 10.2zm3-1.8L6 8.396 12.004 19.2zM4 4.8l1 1.804h14L20 4.8z"/></svg>'
const viction =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23000" d="M24 0H0v24h24z"/><path fill="%23F8F6D7" d="M20 4v6.923a32.3 32.3 0 0 1-8 .998 32.4 32.4 0 0 1-8-.998V4a32.4 32.4 0 0 0 8 .998c2.762 0 5.443-.346 8-.998M4 20v-6.923a32.3 32.3 0 0 1 8-.998c2.762 0 5.443.347 8 .998V20a32.4 32.4 0 0 0-8-.998c-2.762 0-5.443.346-8 .998"/></svg>'
const wemix =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%2327EA84" d="M24 0H0v24h24z"/><path fill="%23fff" fill-rule="evenodd" d="M19.987 12.008A7.985 7.985 0 0 1 4.27 14.004h1.037a6.989 6.989 0 0 0 13.68-1.996h-.794l-1.074 1.37a.419.419 0 0 1-.763-.107l-.664-2.51-.705 3.485c-.092.456-.748.442-.821-.018l-.656-4.107-.896 6.645a.41.41 0 1 1-.813-.11l1.263-9.347c.064-.477.751-.484.827-.01l.734 4.606.605-2.995c.088-.432.7-.45.813-.023l.86 3.25.701-.944c.076-.127.212-.183.36-.183h1.961q.062.49.063.998m-.253-1.996a7.985 7.985 0 0 0-15.656 2.995h2.087a.44.44 0 0 0 .366-.233l.504-.735.91 2.938c.127.409.716.384.808-.035l.63-2.873.73 4.58c.076.476.767.465.828-.012L12.15 7.22a.41.41 0 0 0-.813-.105l-.853 6.649-.625-3.919c-.073-.455-.722-.474-.82-.023l-.76 3.46-.74-2.386a.418.418 0 0 0-.765-.077l-.844 1.189h-.913A6.987 6.987 0 0 1 18.7 10.012z" clip-rule="evenodd"/></svg>'
const xLayer =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23000" d="M24 0H0v24h24z"/><path fill="%23fff" d="M4 4h5.333v5.333H4zm10.667 5.333H9.333v5.334H4V20h5.333v-5.333h5.334V20H20v-5.333h-5.333zm0 0V4H20v5.333z"/></svg>'
const xai =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23FF253A" d="M24 0H0v24h24z"/><path fill="%23fff" fill-rule="evenodd" d="M15.26 16.192H8.74l2.323-4.026-1.58-2.735L4 18.928h16L12 5.072l-1.58 2.736z" clip-rule="evenodd"/></svg>'
const xdc =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%239FF3FF" d="M24 0H0v24h24z"/><path fill="%23000" fill-rule="evenodd" d="m10.058 9.21-2.196 2.715 2.312 2.867-1.286.002q-.397 0-.693-.364l-1.217-1.513-1.213 1.516q-.295.367-.693.367h-.848q-.199 0-.224-.175 0-.087.084-.192l2.003-2.506-1.893-2.341q-.083-.101-.084-.191-.001-.18.218-.18h.856q.398 0 .698.369l1.09 1.355 1.09-1.357q.294-.364.697-.37h.284zm9.832 5.174a.4.4 0 0 1-.12.282.4.4 0 0 1-.287.117l-1.809.001q-1.726 0-2.515-.671a2.04 2.04 0 0 1-.552-.777q.216-.57.214-1.34-.002-.766-.218-1.338.194-.47.55-.78.786-.674 2.513-.676l1.926-.002a.42.42 0 0 1 .289.117.4.4 0 0 1 .119.281v.703l-2.287.002q-1.069 0-1.457.385-.39.385-.386 1.309.001.923.388 1.305t1.457.38l2.175-.002zm-5.548-3.726q.08.192.13.389.111.47.108.952a4 4 0 0 1-.106.95 2.6 2.6 0 0 1-.128.389c-.13.31-.312.572-.55.777q-.789.672-2.515.675h-.804l-.886-1.1 1.645-.001q1.068 0 1.455-.383t.385-1.307q0-.924-.387-1.307-.386-.384-1.457-.383l-1.76.002.891-1.101.911-.002q1.729-.002 2.516.673c.24.203.421.466.552.777M9.32 13.344l-1.142-1.415 1.138-1.414z" clip-rule="evenodd"/></svg>'
const xrp =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23000" d="M24 0H0v24h24z"/><path fill="%23fff" d="M17.654 5h2.315l-4.817 5.14A4.37 4.37 0 0 1 12 11.504a4.37 4.37 0 0 1-3.152-1.366L4.023 5h2.323l3.656 3.937c1.07 1.135 2.925 1.135 3.996 0zM6.315 18.992H4l4.847-5.124a4.38 4.38 0 0 1 3.156-1.366 4.38 4.38 0 0 1 3.156 1.367L20 19h-2.316l-3.678-3.921c-1.071-1.135-2.925-1.135-3.996 0z"/></svg>'
const zeroNetwork =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23FE5161" d="M0 0h24v24H0z"/><path fill="%23fff" d="M12 4c-5.16 0-7.2 3.204-7.2 7.922C4.8 16.639 6.84 20 12 20s7.2-3.361 7.2-8.078C19.2 7.204 17.16 4 12 4m0 13.415c-2.353 0-3.571-1.403-3.94-3.765a.29.29 0 0 1 .284-.34h7.277c.176 0 .31.16.284.338-.358 2.363-1.55 3.767-3.904 3.767m-3.687-6.666a.29.29 0 0 1-.284-.334c.327-2.456 1.547-3.83 3.972-3.83s3.617 1.375 3.933 3.832a.29.29 0 0 1-.284.332z"/></svg>'
const zetaChain =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23005741" d="M24 0H0v24h24z"/><path fill="%23fff" d="M16.407 15.482v2.127H7.632c.121-1.4.573-2.385 2.135-3.77l6.64-5.665v4.971h2.39V4H5.205v4.559h2.39V6.39h7.22l-6.607 5.64-.016.014c-2.77 2.452-2.99 4.43-2.99 6.762V20h13.595v-4.517z"/></svg>'
const zilliqa =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="url(%23zilliqa__b)" d="M24 0H0v24h24z"/><path fill="%23fff" d="M6.354 5.027 15.29 9.34l2.351-1.035L8.692 4z"/><path fill="%23fff" d="M6.354 5.027v2.33l6.22 2.997-6.22 3.044v2.296L15.294 20v-2.306l-6.056-2.941 6.056-3.104V9.343l-8.94-4.307zm8.94 4.301 2.353-1.021v2.306l-2.353 1.025zm0 10.653 2.353-1.026V11.78l-2.353 1.034z"/><defs><linearGradient id="zilliqa__b" x1="15.769" x2="4.13" y1="19.507" y2="15.154" gradientUnits="userSpaceOnUse"><stop stop-color="%2360AAAC"/><stop offset="1" stop-color="%23347181"/></linearGradient></defs></svg>'
const zircuit =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="%23092306" d="M0 0h24v24H0z"/><path fill="url(%23zircuit__b)" fill-rule="evenodd" d="M4 12a8 8 0 1 1 14.06 5.223l-6.05-6.05-5.202 5.202-.858.859A7.96 7.96 0 0 1 4 12m13.857 3.118.073-.147a6.7 6.7 0 0 0 .702-2.97A6.64 6.64 0 0 0 12 5.368 6.64 6.64 0 0 0 5.37 12c0 1.034.245 2.066.708 2.985l.074.146 5.86-5.86zM12 20a7.97 7.97 0 0 0 5.214-1.932l-5.203-5.204-5.214 5.213A7.96 7.96 0 0 0 12 20" clip-rule="evenodd"/><defs><linearGradient id="zircuit__b" x1="12" x2="12.024" y1="4" y2="20" gradientUnits="userSpaceOnUse"><stop stop-color="%23169E00"/><stop offset=".49" stop-color="%2300C537"/><stop offset="1" stop-color="%2300B1C9"/></linearGradient></defs></svg>'

/** Pictures by CAIP-2 id, each the source of an `<img>`. */
export const pictures: Readonly<Record<string, string>> = {
  'eip155:167000': taiko,
  'eip155:167009': taiko,
  'eip155:167013': taiko,
  'eip155:40': telos,
  'eip155:41': telos,
  'eip155:4217': tempo,
  'eip155:42431': tempo,
  'eip155:31318': tempo,
  'eip155:1559': tenet,
  'eip155:361': theta,
  'eip155:365': theta,
  'eip155:108': thundercore,
  'eip155:61166': treasure,
  'eip155:978658': treasure,
  'eip155:728126428': tron,
  'eip155:3448148188': tron,
  'eip155:2494104990': tron,
  'eip155:8': ubiq,
  'eip155:19991': ultra,
  'eip155:18881': ultra,
  'eip155:1231': ultron,
  'eip155:1230': ultron,
  'eip155:1480': vana,
  'eip155:14800': vana,
  'eip155:2040': vanar,
  'eip155:17777': vaulta,
  'eip155:15557': vaulta,
  'eip155:106': velas,
  'eip155:88': viction,
  'eip155:89': viction,
  'eip155:1111': wemix,
  'eip155:1112': wemix,
  'eip155:196': xLayer,
  'eip155:1952': xLayer,
  'eip155:660279': xai,
  'eip155:37714555429': xai,
  'eip155:50': xdc,
  'eip155:51': xdc,
  'eip155:1440000': xrp,
  'eip155:1449000': xrp,
  'eip155:1440002': xrp,
  'eip155:543210': zeroNetwork,
  'eip155:7000': zetaChain,
  'eip155:7001': zetaChain,
  'eip155:32769': zilliqa,
  'eip155:33101': zilliqa,
  'eip155:48900': zircuit,
  'eip155:48898': zircuit,
}
