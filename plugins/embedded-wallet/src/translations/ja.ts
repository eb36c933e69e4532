import type { Catalogue } from '@latchkey/plugin-api'

export const ja: Catalogue = {
  'embedded.emailTitle': 'メールでログイン',
  'embedded.emailText':
    '何もインストールせずにウォレットを使えます。メールにはコードまたはリンクがあります。',
  'embedded.emailLabel': 'メールアドレス',
  'embedded.continue': 'メールで続ける',
  'embedded.codeTitle': 'コードを入力',
  'embedded.codeText': '{email} に6桁のコードを送りました。',
  'embedded.codeLabel': '6桁のコード',
  'embedded.digit': '6桁中{number}桁目',
  'embedded.checking': 'コードを確認しています…',
  'embedded.resend': 'メールを再送する',
  'embedded.resendIn': '{seconds}秒後に再送できます',
  'embedded.deviceTitle': 'この端末を確認',
  'embedded.deviceHeadline': 'メールのリンクを開いてください',
  'embedded.deviceText':
    '{email} にリンクを送りました。そのページに表示されるコードを、このあとここに入力します。',
  'embedded.waiting': '{count, plural, other {#件の依頼が待っています}}',
  'embedded.frameTitle': 'あなたのウォレット',
  'embedded.securityTitle': 'ウォレットとセキュリティ',
  'embedded.securityFailed': 'ウォレットのページを開けませんでした',
  'embedded.codeWrong':
    'コードが違うか、期限が切れています。もう一度入力するか、新しいメールを送ってください。',
  'embedded.denied': 'このサインインは、メールのリンクから中止されました。',
  'embedded.over': 'このサインインの時間が過ぎました。新しいメールを送ってください。',
  'embedded.mailFailed': 'メールを送信できませんでした。もう一度お試しください。',
  'embedded.walletClosed':
    'このブラウザーにはウォレットがなく、復元もできません。作成したブラウザーを使ってください。',
  'embedded.keeperAway': '今はウォレットを開けません。少し待ってからもう一度お試しください。',
  'embedded.unreachable': 'ウォレットのサーバーに接続できません。もう一度お試しください。',
  'embedded.tooMany':
    '試行回数が多すぎます。{minutes, plural, other {#分}}後にもう一度お試しください。',
  'embedded.socialTitle': 'サインイン',
  'embedded.continueWith': '{provider}で続ける',
  'embedded.socialHeadline': '{provider}で続けてください',
  'embedded.socialText': '開いたウィンドウでサインインしてください。このページは自動的に進みます。',
  'embedded.socialLost': 'ウィンドウで完了するか、キャンセルしてください。',
  'embedded.socialChecking': 'サインインしています…',
  'embedded.asks': 'ウォレットから質問があります。ここで答えてください。',
  'embedded.openAgain': 'ウィンドウをもう一度開く',
  'embedded.blockedText': 'このボタンで開いてください。',
  'embedded.socialFailed': 'サインインしていません',
  'embedded.socialDenied': '{provider}でサインインが許可されませんでした。',
  'embedded.providerFailed':
    '{provider}に接続できないか、正しい応答がありません。もう一度お試しください。',
  'embedded.socialOver': 'このサインインの時間が過ぎました。もう一度お試しください。',
  'embedded.otherPerson': '始めたときとは別の{provider}アカウントです。もう一度お試しください。',
  'embedded.farcasterText':
    'スマートフォンのカメラでコードを読み取り、Farcasterで承認してください。',
  'embedded.farcasterCode': 'Farcaster用のQRコード',
  'embedded.farcasterMaking': 'コードを作成しています…',
  'embedded.farcasterOpen': 'Farcasterを開く',
  'embedded.copyLink': 'リンクをコピー',
  'embedded.changeTitle': 'メールアドレスを変更',
  'embedded.changeText': 'まず古いアドレスに、次に新しいアドレスにコードが届きます。',
  'embedded.newEmail': '新しいメールアドレス',
  'embedded.changeContinue': '続ける',
  'embedded.oldCodeText': '古いアドレスに6桁のコードを送りました。',
  'embedded.changeOther': '別のアドレスを使う',
  'embedded.changeDone': 'メールアドレスを変更しました',
  'embedded.changeDoneText':
    '今後は{email}でサインインします。古いアドレスには、72時間以内に取り消せるリンクを送りました。',
  'embedded.changeOver': 'この変更の時間が過ぎました。最初からやり直してください。',
  'embedded.notFresh':
    'サインインから時間がたっています。接続を解除してサインインし直し、ここに戻ってください。',
  'embedded.sameEmail': 'すでにあなたのアドレスです。',
  'embedded.changed':
    'このウォレットのアドレスが変更されました。変更から 72 時間後に再び可能になります。',
  'embedded.emailTaken': 'このアドレスには別のウォレットがあります。別のアドレスを使ってください。',
  'embedded.alertLoad':
    'ネットワークエラー：組み込みウォレットを読み込めませんでした|安全なフレームのサーバーが応答しませんでした。',
  'embedded.alertTimeout':
    '組み込みウォレットの応答がありません|安全なフレームが依頼に応答しませんでした。',
  'errors.embedded.load_failed': 'メールログインを読み込めません',
  'errors.embedded.no_connector': '認証コネクターが見つかりません',
  'errors.embedded.no_place':
    'このサイトのウォレット接続は正しく設定されていません。サイトに知らせてください。',
  'errors.embedded.request_failed': 'エラーが起きました',
  'errors.embedded.timed_out': '時間がかかりすぎました。もう一度お試しください。',
  'errors.embedded.aborted': '問題が起きました',
  'errors.embedded.invalid_email': 'メールアドレスではありません。',
  'errors.embedded.too_soon': '{seconds}秒後にもう一度お試しください',
  'errors.embedded.signed_out': 'ログインしていません。',
  'errors.embedded.popup_closed': 'ウィンドウが閉じられました',
  'errors.embedded.social_not_started': 'ソーシャルアカウントでの接続を開始できませんでした',
  'errors.embedded.farcaster_failed': 'Farcasterに接続できませんでした',
  'errors.embedded.not_connected': 'メールまたはソーシャルアカウントで接続していません',
  'errors.embedded.interrupted':
    'サインインの途中でこのページが再読み込みされました。最初からやり直してください。',
}
