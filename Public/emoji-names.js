// More words for the emoji: how Japanese keywords are read, and the names between colons that chats have in common.

/** Readings in hiragana, by keyword. */
export const readings = new Map(`
笑顔=えがお 笑い=わらい 歯=は 大笑い=おおわらい 苦笑い=にがわらい 汗=あせ うれし泣き=うれしなき 爆笑=ばくしょう
笑い転げる=わらいころげる 微笑み=ほほえみ 照れ笑い=てれわらい 天使=てんし いい子=いいこ 大好き=だいすき 目がハート=めがはーと
目が星=めがほし 投げキス=なげきす 静かに=しずかに 考える=かんがえる 敬礼=けいれい 了解=りょうかい お口チャック=おくちちゃっく
疑い=うたがい 無表情=むひょうじょう 寝る=ねる 風邪=かぜ 熱=ねつ 病気=びょうき 暑い=あつい 寒い=さむい
頭が爆発=あたまがばくはつ お祝い=おいわい 困惑=こんわく 心配=しんぱい 驚き=おどろき 赤面=せきめん お願い=おねがい
感動=かんどう 涙をこらえる=なみだをこらえる 泣く=なく 悲しい=かなしい 大泣き=おおなき 悲鳴=ひめい 怒り=いかり 疲れた=つかれた
拍手=はくしゅ 握手=あくしゅ 手をふる=てをふる 手=て 止まる=とまる 幸運を祈る=こううんをいのる 指ハート=ゆびはーと 左=ひだり
右=みぎ 上=うえ 下=した 一つ=ひとつ 指=ゆび ハートの手=はーとのて 書く=かく 力こぶ=ちからこぶ 目=め 見る=みる
赤ちゃん=あかちゃん 人=ひと 挙手=きょしゅ ご案内=ごあんない 走る=はしる 歩く=あるく 瞑想=めいそう 家族=かぞく 犬=いぬ
猫の顔=ねこのかお 猫=ねこ 牛=うし 鳥=とり 魚=さかな 足あと=あしあと 木=き 芽=め 若葉=わかば 草=くさ 四つ葉=よつば
七夕=たなばた 竹=たけ 葉=は 風=かぜ 落ち葉=おちば 秋=あき 紅葉=こうよう 桜=さくら 春=はる 夏=なつ 花束=はなたば
太陽=たいよう 月=つき 夜=よる 星=ほし 雷=かみなり 電気=でんき 火=ひ 炎=ほのお 虹=にじ 晴れ=はれ 雨=あめ 雨傘=あまがさ
雪=ゆき 冬=ふゆ 雪だるま=ゆきだるま 波=なみ 海=うみ 水=みず 地球=ちきゅう 世界=せかい 焼きいも=やきいも 卵=たまご
料理=りょうり 目玉焼き=めだまやき 鍋=なべ 寿司=すし 弁当=べんとう 天ぷら=てんぷら かき氷=かきごおり 誕生日=たんじょうび
お茶=おちゃ 緑茶=りょくちゃ 急須=きゅうす 乾杯=かんぱい 日本酒=にほんしゅ 食事=しょくじ くす玉=くすだま 風船=ふうせん
花火=はなび 風鈴=ふうりん 門松=かどまつ 正月=しょうがつ 優勝=ゆうしょう 金メダル=きんめだる 一位=いちい 野球=やきゅう 的=まと
目標=もくひょう 絵=え 音符=おんぷ 音楽=おんがく 映画=えいが 車=くるま 自転車=じてんしゃ 電車=でんしゃ 新幹線=しんかんせん
飛行機=ひこうき 方位磁針=ほういじしん 雪山=ゆきやま 山=やま 登山=とざん 富士山=ふじさん 浜=はま 家=いえ
庭のある家=にわのあるいえ 会社=かいしゃ 学校=がっこう 神社=じんじゃ 温泉=おんせん 登山靴=とざんぐつ 旅行=りょこう
携帯=けいたい 写真=しゃしん 電球=でんきゅう 本=ほん 読書=どくしょ 鉛筆=えんぴつ 予定=よてい 上昇=じょうしょう
棒グラフ=ぼうぐらふ ごみ箱=ごみばこ 手紙=てがみ 荷物=にもつ 箱=はこ お知らせ=おしらせ 通知=つうち 検索=けんさく
虫めがね=むしめがね 鍵=かぎ 鍵をかける=かぎをかける 修理=しゅうり 道具=どうぐ 設定=せってい 歯車=はぐるま 試験管=しけんかん
お風呂=おふろ 目覚まし=めざまし 時間=じかん 砂時計=すなどけい 待つ=まつ 時計=とけい お金=おかね 着物=きもの 薬=くすり
赤=あか 黄色のハート=きいろのはーと 緑のハート=みどりのはーと 青のハート=あおのはーと 紫のハート=むらさきのはーと
黒のハート=くろのはーと 白のハート=しろのはーと 失恋=しつれん 百点=ひゃくてん 満点=まんてん 完了=かんりょう 質問=しつもん
二重びっくり=にじゅうびっくり 注意=ちゅうい 警告=けいこく 禁止=きんし 新しい=あたらしい 足す=たす 右矢印=みぎやじるし
左矢印=ひだりやじるし 上矢印=うえやじるし 下矢印=したやじるし くり返し=くりかえし 眠い=ねむい 吹き出し=ふきだし 考え=かんがえ
虹の旗=にじのはた 赤い旗=あかいはた 赤い丸=あかいまる 黄色い丸=きいろいまる 緑の丸=みどりのまる 青い丸=あおいまる
`.trim().split(/\s+/).map((pair) => pair.split("=")));

/** Names between colons, by emoji. */
export const names = new Map(`
👍=+1 thumbsup|👎=-1 thumbsdown|🙌=raised_hands|🙏=pray|👋=hello|✋=raised_hand|👌=ok_hand|✌️=v|💪=muscle|🎉=tada|😂=joy
🤣=rofl|😭=sob|😢=cry|😄=smile|😆=laughing satisfied|😁=grin|😉=wink|😊=blush|😍=heart_eyes|🤔=thinking_face hmm|😮=open_mouth
😱=scream|😡=rage|😅=sweat_smile|🥺=pleading_face|😎=sunglasses|🥳=partying_face|😴=sleeping|🙂=slightly_smiling_face
❤️=heart|💔=broken_heart|🔥=fire|✨=sparkles|⭐=star|🚀=rocket|💯=100|✅=white_check_mark|❌=x|⚠️=warning|❗=exclamation
❓=question|👀=eyes|💡=bulb|📝=memo pencil|📌=pushpin|📎=paperclip|🔗=link|📅=calendar date|📈=chart_with_upwards_trend
🎂=birthday|🎁=gift|🏆=trophy|🍺=beer|🍻=beers|☕️=coffee|🍵=tea|🍣=sushi|🍙=rice_ball|🍜=ramen|🍱=bento|🌸=cherry_blossom
🐶=dog|🐱=cat|🤦=facepalm face_palm|🤷=shrug|🙇=bow|👏=clap|🤝=handshake|🤞=crossed_fingers|🎵=musical_note|💻=computer
📱=iphone|📷=camera|🏠=house|♨️=hotsprings|🌈=rainbow|☀️=sunny|❄️=snowflake|☔=umbrella|💰=moneybag|💀=skull|👻=ghost|🤖=robot_face
`.trim().split(/[|\n]/).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
