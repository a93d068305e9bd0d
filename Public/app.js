// What makes the pages alive. Each module is one behaviour; without any of them everything can be read and sent.

import "./waiting.js";
import "./offline.js";
import "./composer.js";
import "./send.js";
import "./opening.js";
import "./changes.js";
import "./menu.js";
import "./older.js";
import "./latest.js";
import "./insert-emoji.js";
import "./mentions.js";
import "./beside.js";
import "./details.js";
import "./seen.js";
import "./reload.js";
import "./filter.js";
import "./switcher.js";
import "./shortcuts.js";
import "./live.js";
