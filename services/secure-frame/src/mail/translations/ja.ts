import { type MailTexts } from './en.js'

export const ja: MailTexts = {
  codeSubject: '{site} のコードは {code} です',
  codeLead: '{site} にログインするには、このコードを入力してください：',
  codeWarning:
    '有効期間は10分です。誰にも教えないでください。コードを尋ねる人はあなたのウォレットを狙っています。',
  ignore: 'このメールに心当たりがない場合は無視してください。',
  linkSubject: '{site} にログイン',
  linkLead:
    'このアドレスを使って新しいデバイスから {site} にログインしようとしている人がいます：{browser}、{time}。',
  linkButton: 'リクエストを確認',
  linkNext:
    'あなた自身であれば、リンク先のページにコードが表示されます。リンクの有効期間は10分です。',
  noticeSubject: 'ウォレットがデバイスで復元されました',
  noticeLead: '{site} のウォレットの復元が使用されました：{browser}、{time}。',
  noticeNext:
    '心当たりがない場合は、ログインしてすべてのデバイスからログアウトし、ウォレットの中身を移してください。',
  changeSubject: '{site} のウォレットが変更されました',
  splitLead:
    '{site} のウォレットの復元方法が変更されました：{browser}、{time}。以前の方法では開けなくなりました。',
  exportLead:
    '{site} のウォレットの 24 個の単語が要求されました：{browser}、{time}。単語を持つ人がウォレットを持つことになります。',
  removeLead: '{site} のウォレットからデバイスが削除されました：{browser}、{time}。',
  signInAddedLead: '{site} のウォレットにサインイン方法が追加されました：{browser}、{time}。',
  signInRemovedLead: '{site} のウォレットからサインイン方法が削除されました：{browser}、{time}。',
  signInNext:
    '心当たりがない場合は、ログインしてサインイン方法を確認し、すべてのデバイスからログアウトし、ウォレットの中身を移してください。',
  deleteLead: '{site} のアカウントがウォレットとともに削除されました：{browser}、{time}。',
  deleteNext:
    '心当たりがない場合は、誰かがあなたのメールを読んでいます。保管していれば、24 個の単語だけが今もウォレットを開けます。',
  changeFromLead:
    '{site} のウォレットのメールアドレスを変更しようとしている人がいます: {browser}、{time}。ご本人の場合は、このコードを入力してください:',
  changeToLead: '{site} のウォレットでこのアドレスを使うには、このコードを入力してください:',
  changedLead:
    '{site} のウォレットのメールアドレスが変更されました: {browser}、{time}。このアドレスではもう開けません。',
  changedNext:
    'お心当たりがない場合は、72 時間以内に変更を取り消してください。それまでは書き出しはできず、新しい端末でウォレットを復元することもできません。',
  undoButton: '変更を取り消す',
  undoTitle: '元のアドレスに戻しますか?',
  undoWarning: 'すべての端末からサインアウトされ、変更後に追加された端末は削除されます。',
  undoDone: '元のアドレスに戻りました。そのアドレスでサインインしてください。',
  undoGone: 'このリンクは使用済みか、期限切れです。アドレスはそのままです。',
  unknownBrowser: '不明なブラウザ',
  pageTitle: 'ログインしますか？',
  pageSite: 'サイト',
  pageBrowser: 'ブラウザ',
  pageTime: '時刻',
  pageWarning:
    'たった今このサイトで自分のアドレスを入力した場合にのみ続けてください。他の人からこのリンクが届くことはありません。',
  pageApprove: 'はい、コードを表示',
  pageDeny: '自分ではありません',
  pageCode: '開始したウィンドウにこのコードを入力してください：',
  pageDenied: 'ログインは中止されました。このページを閉じてかまいません。',
  deviceSubject: '{site} への新しいサインイン',
  deviceLead: '新しい端末から {site} のウォレットにサインインがありました：{browser}、{time}。',
  socialBack: '{site} に戻ってください。このウィンドウは閉じてかまいません。',
  socialGone:
    'このサインインは終了したか、別の場所で開始されました。開始したウィンドウでやり直してください。',
  socialWarning:
    'たった今、このサイトとこのブラウザーでサインインを選んだ場合にだけ続けてください。ほかの誰かにここへ案内された場合は続けないでください。',
  socialYes: 'はい、サインインする',
  pageGone: 'このリンクは使用済みか期限切れです。開始したウィンドウでやり直してください。',
}
