// Imports the modules of all pages. Without scripts, everything can be read and sent as well.

import "./pages.js";
import "./composer.js";
import "./complete.js";
import "./format.js";
import "./attach.js";
import "./voice.js";
import "./send.js";
import "./seen.js";
import "./reading.js";
import "./actions.js";
import "./bar.js";
import "./beside.js";
import "./reload.js";
import "./list.js";
import "./people.js";
import "./keys.js";
import "./looks.js";
import "./viewer.js";
import "./live.js";
